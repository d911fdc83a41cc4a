#include "analysis/merit_finder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/statement_text.h"
#include "analysis/support.h"

namespace skua {
namespace {

// A good move as a search would show it.
MoveAnalysis good_move(const Position& position, const char* line, ExpectedPoints points = 60) {
    MoveAnalysis analysis;
    analysis.played.moves = line_of(position, line);
    analysis.played.chances = {static_cast<int>(10 * points), 0, 1000 - static_cast<int>(10 * points)};
    analysis.best = analysis.played;
    analysis.move = analysis.played.first();
    analysis.before = analysis.after = points;
    return analysis;
}

std::vector<std::string> merits_of(const char* fen, const char* line, ExpectedPoints points = 60) {
    const Position position = position_of(fen);
    const MoveAnalysis analysis = good_move(position, line, points);
    AchievementFinder finder;
    std::vector<std::string> texts;
    for (const Reason& reason : find_merits(finder, ExplainedMove(Game(position), analysis))) {
        texts.push_back(to_text(reason.statement, position, analysis.move));
    }
    return texts;
}

bool has(const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

TEST(MeritFinder, NamesMatesAndGains) {
    EXPECT_TRUE(has(merits_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8# mates in 1 on the back rank."));
    const auto fork = merits_of("4k3/8/q7/3N4/8/8/6P1/4K3 w - - 0 1", "d5c7 e8d7 c7a6");
    ASSERT_EQ(fork.size(), 1U);
    EXPECT_EQ(fork[0], "Nc7+ forks the king on e8 and the queen on a6 and wins the queen (1.Nc7+ Kd7 2.Nxa6).");
}

TEST(MeritFinder, NamesThreatsThatAreNew) {
    const auto texts = merits_of("4k3/pp3ppp/2n5/8/3P4/8/PP3PPP/4K3 w - - 0 1", "d4d5 c6e5");
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const std::string& text) {
        return text.starts_with("d5 threatens dxc6");
    })) << testing::PrintToString(texts);
    EXPECT_TRUE(merits_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3").empty());
}

TEST(MeritFinder, NamesThreatsThatAreMet) {
    // Scholar's mate is threatened.
    const auto texts = merits_of("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "d8e7 b1c3", 50);
    EXPECT_TRUE(has(texts, "Qe7 stops mate in 1 by Qxf7#.")) << testing::PrintToString(texts);
}

TEST(MeritFinder, SaysHowThreatsAreMet) {
    // A rook attacks the bishop along the fourth rank.
    const char* const bishop = "4k3/pp5p/8/8/r4B2/8/PPP4P/2N1K3 w - - 0 1";
    EXPECT_TRUE(has(merits_of(bishop, "f4e3", 50), "Be3 saves the bishop on f4 from ...Rxf4."))
        << testing::PrintToString(merits_of(bishop, "f4e3", 50));
    EXPECT_TRUE(has(merits_of(bishop, "c1e2", 50), "Ne2 guards the bishop on f4 against ...Rxf4."))
        << testing::PrintToString(merits_of(bishop, "c1e2", 50));
    EXPECT_TRUE(has(merits_of(bishop, "c2c4", 50), "c4 stops ...Rxf4 by blocking the line of the rook on a4."))
        << testing::PrintToString(merits_of(bishop, "c2c4", 50));
}

TEST(MeritFinder, NamesSacrifices) {
    // The test says that the move wins in the end; nothing on the board does.
    const auto texts = merits_of("6k1/p4ppp/1p6/8/2N5/8/PP3PPP/6K1 w - - 0 1", "c4b6 a7b6", 99);
    EXPECT_TRUE(has(texts, "Nxb6 sacrifices the knight on b6 for a pawn (1.Nxb6 axb6)."))
        << testing::PrintToString(texts);
    const auto lost = merits_of("6k1/p4ppp/1p6/8/2N5/8/PP3PPP/6K1 w - - 0 1", "c4b6 a7b6", 5);
    EXPECT_FALSE(has(lost, "Nxb6 sacrifices the knight on b6 for a pawn (1.Nxb6 axb6)."));
}

TEST(MeritFinder, MissedThreatsBelongToTheBetterMoveAlone) {
    const Position position = position_of("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3");
    MoveAnalysis analysis = good_move(position, "d8e7 b1c3", 50);
    analysis.move = move_of(position, "g8h6");
    analysis.played.moves = {analysis.move};
    analysis.after = 30;
    analysis.centipawn_loss = 80;
    AchievementFinder finder;
    // Both stop the mate.
    EXPECT_TRUE(find_missed_threats(finder, ExplainedMove(Game(position), analysis)).empty());
}

}  // namespace
}  // namespace skua
