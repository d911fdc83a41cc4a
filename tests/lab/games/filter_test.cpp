#include "lab/games/filter.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace skua::lab {
namespace {

bool is_quiet(std::string_view fen, std::string_view move, Score score = 20, int ply = 30) {
    const Position position = position_of(fen);
    return is_quiet_position(position, move_of(position, move), score, ply);
}

TEST(Filter, AQuietMoveInAQuietPosition) {
    EXPECT_TRUE(is_quiet(StartFen, "g1f3"));
    EXPECT_TRUE(is_quiet("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1")) << "castling takes no rook";
}

TEST(Filter, ChecksCapturesAndPromotions) {
    EXPECT_FALSE(is_quiet("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d1")) << "in check";
    EXPECT_TRUE(is_quiet("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8")) << "giving check is allowed";
    EXPECT_FALSE(is_quiet("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"));
    EXPECT_FALSE(is_quiet("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6")) << "en passant";
    EXPECT_FALSE(is_quiet("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"));
    EXPECT_FALSE(is_quiet("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"));
}

TEST(Filter, MatesAndMovesWithoutAScore) {
    EXPECT_FALSE(is_quiet(StartFen, "g1f3", mate_in(5)));
    EXPECT_FALSE(is_quiet(StartFen, "g1f3", mated_in(5)));
    EXPECT_FALSE(is_quiet(StartFen, "g1f3", WinBound));
    EXPECT_FALSE(is_quiet(StartFen, "g1f3", NoScore));
    EXPECT_TRUE(is_quiet(StartFen, "g1f3", MaxEvaluation));
}

TEST(Filter, CanLetMorePass) {
    const Position check = position_of("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    const Position capture = position_of("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    const Position promotion = position_of("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    PositionFilter filter;
    filter.checks = true;
    EXPECT_TRUE(filter.passes(check, move_of(check, "e1d1"), 20, 30));
    EXPECT_FALSE(filter.passes(capture, move_of(capture, "a1a8"), 20, 30));
    filter = {};
    filter.captures = true;
    EXPECT_FALSE(filter.passes(check, move_of(check, "e1d1"), 20, 30));
    EXPECT_TRUE(filter.passes(capture, move_of(capture, "a1a8"), 20, 30));
    EXPECT_TRUE(filter.passes(promotion, move_of(promotion, "a7a8q"), 20, 30));
    filter = {};
    filter.skipped_plies = 31;
    EXPECT_FALSE(filter.passes(position_of(StartFen), move_of(position_of(StartFen), "g1f3"), 20, 30));
    filter.skipped_plies = 0;
    EXPECT_TRUE(filter.passes(position_of(StartFen), move_of(position_of(StartFen), "g1f3"), 20, 0));
}

TEST(Filter, TheFirstEightPlies) {
    EXPECT_FALSE(is_quiet(StartFen, "g1f3", 20, 7));
    EXPECT_TRUE(is_quiet(StartFen, "g1f3", 20, 8));
}

}  // namespace
}  // namespace skua::lab
