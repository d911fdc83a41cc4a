#include "cli/summary.h"

#include <gtest/gtest.h>

#include <sstream>

#include "analysis/support.h"
#include "chess/uci_move.h"

namespace skua::cli {
namespace {

GameAnalysis example(const PgnGame& game) {
    GameAnalysis analysis;
    MoveAnalysis move;
    move.move = game.line.moves[0].move;
    move.best = {Centipawns{20}, {}, {*parse_uci_move(game.start, "e2e4")}};
    move.played = {Centipawns{-50}, {}, {move.move}};
    move.label = MoveLabel::Mistake;
    move.before = 55;
    move.after = 40;
    analysis.moves = {move};
    analysis.opening = GameOpening{{"A00", "Barnes Opening"}, 1};
    analysis.sides[Color::White] = {1, 87.25, 70, 0, 1, 0};
    return analysis;
}

TEST(SummaryTest, TellsWhatMatters) {
    const PgnGame game = game_of_pgn("[White \"Anna\"]\n\n1. f3 1-0");
    EXPECT_EQ(summary(game, example(game), std::nullopt),
              "Anna - Black  1-0\n"
              "A00 Barnes Opening\n"
              "\n"
              "                                      Anna                   Black\n"
              "  Accuracy                          87.3 %                 100.0 %\n"
              "  Centipawns lost                     70.0                     0.0\n"
              "  Inaccuracies ?!                        0                       0\n"
              "  Mistakes ?                             1                       0\n"
              "  Blunders ??                            0                       0\n"
              "\n"
              "The moves that lost most:\n"
              "  1.f3?  0.20 -> -0.50, best was e4\n");
    EXPECT_NE(summary(game, example(game), Color::Black).find("No errors were found."), std::string::npos);
}

TEST(SummaryTest, ReasonsFitTheTerminal) {
    const PgnGame game = game_of_pgn("1. f3 1-0");
    GameAnalysis analysis = example(game);
    Statement statement;
    statement.kind = StatementKind::OnlyMove;
    statement.role = StatementRole::Does;
    statement.line = {analysis.moves[0].move};
    statement.moves.assign(30, analysis.moves[0].best.first());
    analysis.moves[0].statements = {statement, statement};
    std::istringstream lines(summary(game, analysis, std::nullopt));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) { EXPECT_LT(line.size(), 80U) << line; }
    EXPECT_GE(count, 15U);
}

TEST(SummaryTest, FitsOneLineForManyGames) {
    const PgnGame game = game_of_pgn("1. f3 1-0");
    EXPECT_EQ(short_summary(3, game, example(game)),
              "3. White - Black  1-0  accuracy 87.3 % (0 ?!, 1 ?, 0 ??"
              "), 100.0 % (0 ?!, 0 ?, 0 ??"
              ")");
}

TEST(SummaryTest, LongNamesAreCutBetweenLetters) {
    std::string name = "x";
    for (int i = 0; i < 20; ++i) { name += "\xC3\xA4"; }
    const PgnGame game = game_of_pgn("[White \"" + name + "\"]\n\n1. f3 1-0");
    const std::string text = summary(game, example(game), std::nullopt);
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == '\xC3') { EXPECT_EQ(text[i + 1], '\xA4'); }
    }
}

}  // namespace
}  // namespace skua::cli
