#include "report/game_section.h"

#include <gtest/gtest.h>

#include "report/support.h"

namespace skua {
namespace {

TEST(GameSectionTest, HasEverythingAboutTheGame) {
    const FoolsMate fool;
    const std::string text = game_section({3, fool.game, fool.analysis, "", std::nullopt, 1});
    expect_well_formed(text);
    for (const std::string part :
         {"<article id=\"g3\">", "Anna - Bert&ensp;0-1</h1>", "A00 Barnes Opening", "41.0 %", ">Key moments</h2>",
          ">Time</h2>", ">All moves</h2>",
          "2.g4?"
          "?</a> <span class=\"blunder\">Blunder</span></h3>",
          "Anna expected 50.0 of 100 points, and 0.0 after this move; the evaluation went from 0.15 to #-1.",
          "<dt>Best</dt><dd>2.Nc3 d5</dd>", "<tr id=\"g3m4\"><th scope=\"row\">2...Qh4#</th>", "best was Nc3"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(count_of(text, "class=\"board\""), 1U);
    EXPECT_EQ(count_of(text, "<tr id="), 4U);
    EXPECT_EQ(count_of(text, "<script"), 0U);
}

TEST(GameSectionTest, ShowsOneSideAndStatements) {
    FoolsMate fool;
    Statement mate;
    mate.kind = StatementKind::Checkmate;
    mate.role = StatementRole::Does;
    mate.line = {fool.analysis.moves[3].move};
    fool.analysis.moves[3].statements = {mate};
    const std::string text = game_section({1, fool.game, fool.analysis, "line 3 is odd", Color::Black, 2});
    expect_well_formed(text);
    EXPECT_NE(text.find("No errors were found."), std::string::npos);
    EXPECT_NE(text.find("Qh4# is checkmate."), std::string::npos);
    EXPECT_NE(text.find("line 3 is odd"), std::string::npos);
    EXPECT_EQ(count_of(text, "<h1"), 0U) << "an index has the first heading";
}

TEST(GameSectionTest, NamesCantBreakThePage) {
    const FoolsMate fool("[White \"</article><script>alert(1)</script>\"]\n[Black \"\\\"><b>\"]\n");
    const std::string text = game_section({1, fool.game, fool.analysis, "<i>", std::nullopt, 1});
    expect_well_formed(text);
    EXPECT_EQ(count_of(text, "<script"), 0U);
    EXPECT_EQ(count_of(text, "<b>"), 0U);
}

TEST(GameSectionTest, AGameMayHaveNoMoves) {
    const PgnGame game;
    const GameAnalysis analysis;
    const std::string text = game_section({1, game, analysis, "", std::nullopt, 1});
    expect_well_formed(text);
    EXPECT_NE(text.find("The game has no moves."), std::string::npos);
}

}  // namespace
}  // namespace skua
