#include "analysis/perpetual_search.h"

#include <gtest/gtest.h>

#include "analysis/support.h"
#include "chess/game.h"

namespace skua {
namespace {

TEST(PerpetualSearchTest, FindsChecksWithoutEnd) {
    // The queen checks on e8 and h5, and the king has nowhere else to go.
    const Position position = position_of("6k1/5pp1/8/8/8/8/q4PPP/4Q1K1 w - - 0 1");
    EXPECT_FALSE(find_perpetual(position, 10'000)) << "the king leaves by h7 and the checks end";
    const Position drawn = position_of("6rk/6pp/8/6N1/8/8/1q4PP/7K w - - 0 1");
    const auto line = find_perpetual(drawn, 10'000);
    ASSERT_FALSE(line) << "Nf7 is mate there, not a draw";
    const Position queen = position_of("7k/6p1/5pQ1/8/8/1q6/r5PP/6K1 w - - 0 1");
    const auto checks = find_perpetual(queen, 20'000, move_of(queen, "g6e8"));
    ASSERT_TRUE(checks);
    Game game(queen);
    for (std::size_t i = 0; i < checks->size(); ++i) {
        ASSERT_TRUE(game.position().is_legal((*checks)[i]));
        game.play((*checks)[i]);
        if (i % 2 == 0) { EXPECT_TRUE(game.position().in_check()); }
    }
    EXPECT_GE(game.earlier_occurrences(), 1) << "the last position was there before";
}

TEST(PerpetualSearchTest, FindsNothingInQuietPositions) {
    EXPECT_FALSE(find_perpetual(Position(), 10'000));
    EXPECT_FALSE(find_perpetual(position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 10'000));
}

}  // namespace
}  // namespace skua
