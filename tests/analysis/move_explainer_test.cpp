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
    EXPECT_EQ(fool[2], "g4 allows ...Qh4#.");
    EXPECT_EQ(fool[3], "Qh4# is checkmate.");
    EXPECT_EQ(texts_of(from("7k/8/6QK/8/8/8/8/8 w - - 0 1", "1. Qf7"))[0].substr(0, 17), "Qf7 is stalemate.");
    EXPECT_EQ(texts_of(from("k7/1R6/8/8/8/8/8/K1R5 b - - 0 40", "40... Kxb7"))[0], "Kxb7 is the only legal move.");
}

TEST(MoveExplainerTest, NamesLossesAndBetterMoves) {
    // The knight is left hanging, though it could take a rook itself.
    const std::string fork = texts_of(from("r3k3/8/8/1N6/1P6/8/8/4K3 w - - 0 1", "1. Kd2 Rd8+"), 20'000)[0];
    EXPECT_NE(fork.find("Better was Nc7+, which forks the king on e8 and the rook on a8 and wins "), std::string::npos)
        << fork;
    const std::string hanging = texts_of(from("3q2k1/5pp1/7p/8/3N4/7P/5PP1/3Q2K1 w - - 0 1", "1. Qd2 Qd5"), 20'000)[1];
    EXPECT_EQ(hanging, "") << "nothing is wrong with it";
    const std::string loses = texts_of(from("3q2k1/5pp1/7p/8/3N4/7P/5PP1/3Q2K1 w - - 0 1", "1. Qe1 Kf8"), 20'000)[0];
    EXPECT_NE(loses.find("Qe1 loses the knight on d4"), std::string::npos) << loses;
}

}  // namespace
}  // namespace skua
