#include "lab/proof/replayed_line.h"

#include "lab/proof/proof_support.h"

namespace skua::lab::proof {
namespace {

Result<ReplayedLine> replay(const Told& told) {
    return ReplayedLine::replay(told.game, told.explained, told.statement);
}

TEST(ReplayedLineTest, FollowsMen) {
    // The rook castles and is taken, the pawn takes en passant, another one promotes.
    Told told("4k3/P5p1/8/5pP1/8/8/8/4K2R w K f6 0 1", StatementKind::Promotes, "e1h1 e8e7 a7a8q e7e6 g5g6");
    told.statement.deed = 2;
    const auto line = replay(told);
    ASSERT_TRUE(line);
    EXPECT_EQ(line->size(), 5U);
    EXPECT_EQ(line->deed(), 2U);
    EXPECT_EQ(line->root(), 0U);
    EXPECT_EQ(line->promoted(0, Color::White), std::vector{man('P', Square::A7)});
    EXPECT_TRUE(line->fallen(0, Color::Black).empty());
    const auto taking = replay(Told("4k3/P5p1/8/5pP1/8/8/8/4K2R w K f6 0 1", StatementKind::Fork, "g5f6 g7f6"));
    ASSERT_TRUE(taking);
    EXPECT_EQ(taking->fallen(0, Color::Black), std::vector{man('p', Square::F5)});
    EXPECT_EQ(taking->fallen(0, Color::White), std::vector{man('P', Square::G5)}) << "by the square where it began";
    EXPECT_TRUE(taking->fallen(1, Color::Black).empty());
    const auto rook = replay(Told("4k3/8/8/8/5n2/8/8/4K2R w K - 0 1", StatementKind::Fork, "e1h1 e8e7 f1f4"));
    ASSERT_TRUE(rook);
    EXPECT_EQ(rook->fallen(0, Color::Black), std::vector{man('n', Square::F4)});
}

TEST(ReplayedLineTest, KnowsPasses) {
    const auto line = replay(Told("4k3/8/8/3n4/8/8/8/3RK3 b - - 0 1", StatementKind::WinsMaterial,
                                  StatementRole::Threatens, "-", "0000 d1d5", LineFrom::Before));
    ASSERT_TRUE(line);
    EXPECT_EQ(line->root(), 1U);
    EXPECT_EQ(line->deed(), 1U);
    EXPECT_EQ(line->game_before(1).position().side_to_move(), Color::White);
    EXPECT_EQ(line->game_before(1).ply(), 1);
}

TEST(ReplayedLineTest, RefusesIllegalMoves) {
    Told told("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", StatementKind::WinsMaterial, "d1d5 e8e7");
    told.statement.line[1] = Move::normal(Square::E8, Square::E6);
    const auto line = replay(told);
    ASSERT_FALSE(line);
    EXPECT_EQ(line.error(), "move 2 of the line, e8e6, is not legal");
    told.statement.line = {Move::normal(Square::D1, Square::D5), Move::none(), Move::none()};
    EXPECT_EQ(replay(told).error(), "the line has a pass where none belongs");
    Told check("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", StatementKind::WinsMaterial, "e1e2");
    check.statement.line = {Move::none()};
    EXPECT_EQ(replay(check).error(), "the line has a pass in check");
}

}  // namespace
}  // namespace skua::lab::proof
