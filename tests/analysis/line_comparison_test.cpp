#include "analysis/line_comparison.h"

#include <gtest/gtest.h>

#include "analysis/statement_text.h"
#include "analysis/support.h"

namespace skua {
namespace {

// A move that loses half of the points, with the same lines in both searches.
MoveAnalysis blunder(const Position& position, const char* best, const char* played, int centipawn_loss) {
    MoveAnalysis analysis = compared(position, best, played, 70, 20, centipawn_loss);
    analysis.first_look = TwoLines{analysis.best, analysis.played};
    return analysis;
}

TEST(LineComparison, NamesWhatBothSearchesAgreeOn) {
    // 8...a4 lets the knights win the bishop pair: 9.Nfg6 Rg8 10.Nxe7.
    const Position position = position_of("rnbqk2r/1p2bpp1/2p1pn1p/p2pN3/5N2/PP1BP3/1BPP1PPP/R2Q1RK1 b kq - 1 8");
    AchievementFinder finder;
    MoveAnalysis analysis;
    analysis.best.moves = line_of(position, "e8g8 d3e2 b8d7 e5d7 c8d7 d2d4");
    analysis.played.moves = line_of(position, "a5a4 f4g6 h8g8 g6e7 d8e7 f2f4 b8d7 b3b4");
    analysis.move = analysis.played.first();
    analysis.before = 47;
    analysis.after = 35;
    analysis.centipawn_loss = 94;
    TwoLines first;
    first.best.moves = line_of(position, "e8g8 d3e2 b8d7 e5d7 c8d7 d2d4 a8c8");
    first.played.moves = line_of(position, "a5a4 f4g6 h8g8 g6e7 d8e7 b3a4");
    analysis.first_look = first;
    bool is_named = false;
    for (const Reason& reason : compare_lines(finder, ExplainedMove(Game(position), analysis))) {
        is_named |= to_text(reason.statement, position, analysis.move)
                        .starts_with("After a4 White has the bishop pair (9.Nfg6");
        EXPECT_EQ(reason.statement.check, StatementCheck::Board);
    }
    EXPECT_TRUE(is_named);
    // A blunder has another cause than a pair of bishops.
    analysis.after = 25;
    for (const Reason& reason : compare_lines(finder, ExplainedMove(Game(position), analysis))) {
        EXPECT_EQ(reason.statement.kind, StatementKind::AheadInMaterial);
    }
}

TEST(LineComparison, NamesTheMenThatFall) {
    // 1.Rb1 takes the guard from the knight; 1.Kf1 protects it once more.
    const Position position = position_of("4k3/pp3p2/8/8/8/3r4/PP1N1PPP/3R2K1 w - - 0 1");
    AchievementFinder finder;
    MoveAnalysis analysis = blunder(position, "g1f1 d3d7 f1e1", "d1b1 d3d2 a2a3 d2d7", 300);
    const TwoLines first = *analysis.first_look;
    Reasons reasons = compare_lines(finder, ExplainedMove(Game(position), analysis));
    ASSERT_EQ(reasons.size(), 1U);
    EXPECT_EQ(to_text(reasons[0].statement, position, analysis.move),
              "After Rb1 Black wins the knight on d2 (1...Rxd2).");
    const std::vector<Move> escape = line_of(position, "d1b1 e8e7 d2f3 e7e6");
    analysis.first_look->played.moves = escape;
    reasons = compare_lines(finder, ExplainedMove(Game(position), analysis));
    EXPECT_EQ(reasons.size(), 1U) << "the longer search alone may see what falls";
    analysis.first_look = first;
    analysis.played.moves = escape;
    EXPECT_TRUE(compare_lines(finder, ExplainedMove(Game(position), analysis)).empty()) << "it gets away";
    analysis.played.moves = first.played.moves;
    analysis.first_look = std::nullopt;
    EXPECT_TRUE(compare_lines(finder, ExplainedMove(Game(position), analysis)).empty()) << "one search proves nothing";
}

TEST(LineComparison, NamesNoMenThatFallAfterTheBetterMoveToo) {
    const Position position = position_of("4k3/pp3p2/8/8/8/3r4/PP1N1PPP/3R2K1 w - - 0 1");
    AchievementFinder finder;
    const MoveAnalysis same = blunder(position, "d1c1 d3d2 a2a3 d2d7", "d1b1 d3d2 a2a3 d2d7", 300);
    EXPECT_TRUE(compare_lines(finder, ExplainedMove(Game(position), same)).empty());
}

TEST(LineComparison, NamesNoMenThatAreWonBack) {
    // After 1...Bxb2 2.Rb1 the bishop is lost, too.
    const Position position = position_of("6k1/pp3ppp/5b2/8/8/8/PP3PPP/3R2K1 w - - 0 1");
    AchievementFinder finder;
    const MoveAnalysis analysis = blunder(position, "d1d7 f6b2 d7b7", "h2h3 f6b2 d1b1 h7h6", 150);
    for (const Reason& reason : compare_lines(finder, ExplainedMove(Game(position), analysis))) {
        EXPECT_NE(reason.statement.role, StatementRole::LeadsTo);
    }
}

TEST(LineComparison, NamesWhatFallsInAllLinesThatWerePlayedOut) {
    const Position position = position_of("4k3/pp3p2/8/8/8/3r4/PP1N1PPP/3R2K1 w - - 0 1");
    AchievementFinder finder;
    const MoveAnalysis analysis = blunder(position, "g1f1 d3d7 f1e1", "d1b1 e8e7 h2h3", 300);
    SearchedPosition falls{{analysis.best, analysis.played}, 10, 1'000};
    const SearchedPosition escapes = falls;
    falls.lines[1].moves = line_of(position, "d1b1 e8e7 h2h3 d3d2 a2a3 d2d7");
    const ExplainedMove explained(Game(position), analysis);
    const Reasons reasons = compare_played_out(finder, explained, {falls, falls});
    ASSERT_EQ(reasons.size(), 1U);
    EXPECT_EQ(to_text(reasons[0].statement, position, analysis.move),
              "After Rb1 Black wins the knight on d2 (1...Ke7 2.h3 Rxd2).");
    EXPECT_TRUE(compare_played_out(finder, explained, {falls, escapes}).empty());
}

TEST(LineComparison, PraisesNoMoveForWhatWasThereBefore) {
    const Position position = position_of("4k3/ppp5/2n5/8/4B3/8/PPP5/2B1K3 w - - 0 1");
    AchievementFinder finder;
    MoveAnalysis analysis;
    analysis.best.moves = line_of(position, "e1e2 e8e7 e2e1");
    analysis.played.moves = line_of(position, "e4c6 b7c6 e1e2");
    analysis.move = analysis.played.first();
    analysis.centipawn_loss = 50;
    analysis.first_look = TwoLines{analysis.best, analysis.played};
    const Reasons reasons = compare_lines(finder, ExplainedMove(Game(position), analysis));
    ASSERT_EQ(reasons.size(), 1U);
    EXPECT_EQ(to_text(reasons[0].statement, position, analysis.move),
              "Better was Ke2, after which White keeps the bishop pair (1.Ke2 Ke7 2.Ke1).");
}

}  // namespace
}  // namespace skua
