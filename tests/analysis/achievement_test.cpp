#include "analysis/achievement.h"

#include <gtest/gtest.h>

#include "analysis/line_ledger.h"
#include "analysis/support.h"

namespace skua {
namespace {

Achievement gain_of(const char* fen, const char* move, int threshold = 100) {
    AchievementFinder finder;
    const Position position = position_of(fen);
    const auto gain = finder.find_gain(Game(position), move_of(position, move), {}, threshold);
    EXPECT_TRUE(gain) << fen;
    EXPECT_GT(finder.nodes(), 0U);
    return gain.value_or(Achievement());
}

TEST(AchievementTest, NamesWhatIsWonAndWhatItCosts) {
    const Achievement fork = gain_of("4k3/8/q7/3N4/8/8/6P1/4K3 w - - 0 1", "d5c7");
    EXPECT_EQ(fork.statement.kind, StatementKind::Fork);
    EXPECT_EQ(fork.statement.won, (std::vector<PlacedPiece>{{Piece::BlackQueen, Square::A6}}));
    EXPECT_EQ(fork.statement.check, StatementCheck::MaterialSearch);
    EXPECT_EQ(fork.statement.line[0], Move::normal(Square::D5, Square::C7));
    EXPECT_FALSE(fork.mates);
    // WAC 36: the rook is given for the queen.
    const Achievement lure = gain_of("3r4/2p1rk2/1pQq1pp1/7p/1P1P4/P4P2/6PP/R1R3K1 b - - 0 1", "e7e1");
    EXPECT_EQ(lure.statement.kind, StatementKind::Deflection);
    EXPECT_EQ(lure.statement.won, (std::vector<PlacedPiece>{{Piece::WhiteQueen, Square::C6}}));
    ASSERT_EQ(lure.statement.given.size(), 1U);
    EXPECT_EQ(type_of(lure.statement.given[0].piece), PieceType::Rook);
    EXPECT_EQ(lure.statement.number, lure.centipawns / 100);
}

TEST(AchievementTest, SaysNoMoreThanALineShows) {
    // WAC 26: what is won depends on the nodes, but what is said must stand in the line that is shown.
    AchievementFinder finder;
    const Position position = position_of("3r2k1/1p1b1pp1/pq5p/8/3NR3/2PQ3P/PP3PP1/6K1 b - - 0 1");
    const std::vector<Move> expected = line_of(position, "d7f5 b2b3 b6c7 c3c4 f5e4 d3e4");
    const auto gain = finder.find_gain(Game(position), expected[0], expected, 100);
    ASSERT_TRUE(gain);
    EXPECT_EQ(gain->statement.kind, StatementKind::PinToPiece);
    EXPECT_GE(gain->statement.number, 2);
    const std::vector<Move>& line = gain->statement.line;
    EXPECT_EQ(settled_at(position, line, Color::Black, 100 * gain->statement.number), line.size());
}

TEST(AchievementTest, ClaimsNoPawnThatTheExpectedLineDoesNotWin) {
    // White wins a pawn for as long as Black does not find ...Rg8+ and ...b5.
    AchievementFinder finder;
    const Position position = position_of("1nbqk2r/1p3p1p/3p4/2pN1P2/r2b1P2/3P2Kp/P1P3P1/R2Q1BNR w k - 0 14");
    const std::vector<Move> expected = line_of(position, "c2c3 h8g8 g3f3 c8d7");
    const auto gain = finder.find_gain(Game(position), expected[0], expected, 100);
    EXPECT_TRUE(!gain || gain->statement.number > 1);
}

TEST(AchievementTest, PlainThreatsTakeSomethingOrNameIt) {
    const Position position = position_of("4k3/8/4p3/3R4/8/8/8/4K3 w - - 0 1");
    Position passed = position;
    passed.play_null();
    Achievement threat;
    threat.statement.kind = StatementKind::WinsMaterial;
    threat.statement.line = {Move::none(), move_of(passed, "e6d5")};
    EXPECT_TRUE(threat.is_plain_threat(position));
    threat.statement.line = {Move::none(), move_of(passed, "e8e7")};
    EXPECT_FALSE(threat.is_plain_threat(position));
    threat.statement.won = {{Piece::WhiteRook, Square::D5}};
    EXPECT_TRUE(threat.is_plain_threat(position));
}

TEST(AchievementTest, PromotionsAreNamed) {
    const Achievement promotion = gain_of("8/2P5/8/8/8/5k2/8/K7 w - - 0 1", "c7c8q");
    EXPECT_EQ(promotion.statement.kind, StatementKind::Promotes);
    EXPECT_EQ(promotion.statement.men, (std::vector<PlacedPiece>{{Piece::WhitePawn, Square::C7}}));
}

TEST(AchievementTest, FindsNothingWhereNothingIsForced) {
    AchievementFinder finder;
    EXPECT_FALSE(finder.find(Game(), move_of(Position(), "e2e4"), {}, 100));
    // The pawn is guarded.
    const Position guarded = position_of("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1");
    EXPECT_FALSE(finder.find(Game(guarded), move_of(guarded, "d1d6"), {}, 100));
}

TEST(AchievementTest, Mates) {
    AchievementFinder finder;
    const Position position = position_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    const auto mate = finder.find_mate(position, move_of(position, "a1a8"));
    ASSERT_TRUE(mate);
    EXPECT_TRUE(mate->mates);
    EXPECT_EQ(mate->statement.kind, StatementKind::BackRankMate);
    EXPECT_EQ(mate->statement.number, 1);
    EXPECT_FALSE(finder.find_mate(position, move_of(position, "a1a7")));
    EXPECT_TRUE(finder.find_mate(position, Move::none()));
    const auto announced = AchievementFinder::announced_mate(position, line_of(position, "a1a8"), 7);
    ASSERT_TRUE(announced);
    EXPECT_FALSE(announced->statement.is_exact);
    EXPECT_FALSE(AchievementFinder::announced_mate(position, line_of(position, "a1a7"), 7));
}

TEST(AchievementTest, NothingIsFoundBeyondTheBudget) {
    AchievementFinder finder;
    const Game game(position_of("4k3/8/q7/3N4/8/8/6P1/4K3 w - - 0 1"));
    const Move fork = move_of(game.position(), "d5c7");
    finder.set_budget(10'000);
    EXPECT_FALSE(finder.find_gain(game, fork, {}, 100));
    EXPECT_TRUE(finder.is_exhausted());
    EXPECT_LE(finder.nodes(), 10'000U);
    const auto unknown = finder.outlook(game, fork);
    EXPECT_LE(unknown.low, -MateWorth);
    EXPECT_GE(unknown.high, MateWorth);
    finder.set_budget(1'000'000);
    EXPECT_TRUE(finder.find_gain(game, fork, {}, 100));
    EXPECT_FALSE(finder.is_exhausted());
}

TEST(AchievementTest, OutlooksHaveBounds) {
    AchievementFinder finder;
    const Game game(position_of("4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1"));
    const auto takes = finder.outlook(game, move_of(game.position(), "d1d5"));
    EXPECT_GE(takes.low, 500);
    EXPECT_LE(takes.low, takes.high);
    const auto waits = finder.outlook(game, move_of(game.position(), "e1f1"));
    EXPECT_LE(waits.high, -900 + 500);
}

}  // namespace
}  // namespace skua
