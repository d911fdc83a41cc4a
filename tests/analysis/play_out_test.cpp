#include "analysis/play_out.h"

#include <gtest/gtest.h>

#include "analysis/support.h"

namespace skua {
namespace {

TEST(PlayOut, PlaysBothLinesOnToTheEnd) {
    // After 1.Kf1 the game goes on; 1.Rb8+ mates with the second move.
    const Position position = position_of("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1");
    MoveAnalysis analysis;
    analysis.best.moves = line_of(position, "b1b8");
    analysis.played.moves = line_of(position, "g1f1 g7g6 f1e2 g8g7 e2e3 g7f6 e3e4 f6e6");
    analysis.move = analysis.played.first();
    Engine engine;
    PositionSearch search(engine);
    Limits limits;
    limits.nodes = 500;
    const auto played_out = play_out(search, limits, ExplainedMove(Game(position), analysis));
    ASSERT_TRUE(played_out);
    ASSERT_EQ(played_out->lines.size(), 2U);
    EXPECT_EQ(played_out->lines[0].moves, analysis.best.moves) << "it is mate";
    const std::vector<Move>& line = played_out->lines[1].moves;
    EXPECT_EQ(line.size(), PlayedOutPlies);
    EXPECT_TRUE(std::equal(line.begin(), line.begin() + 6, analysis.played.moves.begin()));
    Game game(position);
    for (const Move move : line) {
        ASSERT_TRUE(game.position().is_legal(move));
        game.play(move);
    }
    EXPECT_GT(played_out->nodes, 0U);
}

TEST(PlayOut, EndsWhenItIsCancelled) {
    const Position position;
    MoveAnalysis analysis;
    analysis.best.moves = line_of(position, "e2e4");
    analysis.played.moves = line_of(position, "a2a3");
    analysis.move = analysis.played.first();
    Engine engine;
    PositionSearch search(engine, [] { return true; });
    Limits limits;
    limits.nodes = 500;
    EXPECT_FALSE(play_out(search, limits, ExplainedMove(Game(position), analysis)));
}

}  // namespace
}  // namespace skua
