#include "analysis/zugzwang.h"

#include <gtest/gtest.h>

#include "analysis/statement_text.h"
#include "analysis/support.h"

namespace skua {
namespace {

std::vector<std::string> told_of(const char* fen, const char* move) {
    const Position position = position_of(fen);
    MoveAnalysis analysis;
    analysis.move = move_of(position, move);
    analysis.played.moves = {analysis.move};
    analysis.best = analysis.played;
    Engine engine;
    PositionSearch search(engine);
    Limits limits;
    limits.nodes = 10'000;
    const auto reasons = find_zugzwang(search, limits, ExplainedMove(Game(position), analysis));
    EXPECT_TRUE(reasons);
    std::vector<std::string> texts;
    for (const Reason& reason : reasons.value_or(Reasons())) {
        texts.push_back(to_text(reason.statement, position, analysis.move));
    }
    return texts;
}

TEST(Zugzwang, IsWhenPassingWouldBeBetter) {
    using Texts = std::vector<std::string>;
    EXPECT_EQ(told_of("4k3/4P3/8/3K4/8/8/8/8 w - - 0 1", "d5d6"), Texts{"Kd6 puts Black in zugzwang."});
    // Trebuchet: who must move loses the pawn.
    EXPECT_EQ(told_of("8/8/8/1K1p4/3Pk3/8/8/8 w - - 0 1", "b5c5"), Texts{"Kc5 puts Black in zugzwang."});
}

TEST(Zugzwang, IsNotWhereThereIsNothingToLose) {
    EXPECT_TRUE(told_of("4k3/8/8/3K4/8/8/4P3/8 w - - 0 1", "e2e3").empty());
    EXPECT_TRUE(told_of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a8").empty()) << "in check";
    EXPECT_TRUE(told_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4").empty());
}

}  // namespace
}  // namespace skua
