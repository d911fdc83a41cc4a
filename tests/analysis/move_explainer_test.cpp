#include "analysis/move_explainer.h"

#include <gtest/gtest.h>

#include "analysis/game_analysis.h"
#include "analysis/statement_text.h"
#include "analysis/support.h"

namespace skua {
namespace {

// The statements about each move of a game, as text.
std::vector<std::string> texts_of(const std::string& pgn, std::uint64_t nodes = 5'000) {
    const PgnGame game = game_of_pgn(pgn);
    Engine engine;
    AnalysisSettings settings;
    settings.nodes = nodes;
    const auto analysis = GameAnalyser(engine, settings).analyse(game);
    std::vector<std::string> texts;
    if (!analysis) { return texts; }
    Position position = game.start;
    for (const MoveAnalysis& move : analysis->moves) {
        texts.push_back(to_text(move.statements, position, move.move));
        position.play(move.move);
    }
    return texts;
}

std::string from(const std::string& fen, const std::string& moves) {
    return "[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n" + moves + " *";
}

TEST(MoveExplainerTest, NamesMatesAndTheEndsOfGames) {
    const std::vector<std::string> fool = texts_of("1. f3 e5 2. g4 Qh4# 0-1");
    ASSERT_EQ(fool.size(), 4U);
    EXPECT_NE(fool[2].find("g4 allows mate in "), std::string::npos) << fool[2];
    EXPECT_NE(fool[2].find("(2...Qh4#)"), std::string::npos) << fool[2];
    EXPECT_EQ(fool[3], "Qh4# is checkmate.");
    EXPECT_EQ(texts_of(from("7k/8/6QK/8/8/8/8/8 w - - 0 1", "1. Qf7"))[0].substr(0, 17), "Qf7 is stalemate.");
    EXPECT_EQ(texts_of(from("k7/1R6/8/8/8/8/8/K1R5 b - - 0 40", "40... Kxb7"))[0], "Kxb7 is the only legal move.");
}

}  // namespace
}  // namespace skua
