#include "analysis/line_ledger.h"

#include <gtest/gtest.h>

#include "analysis/support.h"

namespace skua {
namespace {

TEST(LineLedgerTest, KnowsWhichMenFell) {
    // The knight takes the rook in the corner; the pawn promotes and takes.
    const Position start = position_of("r3k3/2N5/8/8/8/8/5p2/4R2K b q - 0 1");
    const std::vector<Move> line = line_of(start, "e8d7 c7a8 f2e1q h1h2");
    const LineLedger ledger = ledger_of(start, line, line.size());
    ASSERT_EQ(ledger.lost[Color::Black].size(), 1U);
    EXPECT_EQ(ledger.lost[Color::Black][0].man, (PlacedPiece{Piece::BlackRook, Square::A8}));
    EXPECT_EQ(ledger.lost[Color::Black][0].ply, 1U);
    EXPECT_EQ(ledger.lost[Color::Black][0].captor_origin, Square::C7);
    ASSERT_EQ(ledger.lost[Color::White].size(), 1U);
    EXPECT_EQ(ledger.lost[Color::White][0].man, (PlacedPiece{Piece::WhiteRook, Square::E1}));
    ASSERT_EQ(ledger.promoted[Color::Black].size(), 1U);
    EXPECT_EQ(ledger.promoted[Color::Black][0].square, Square::F2);
    EXPECT_EQ(ledger_of(start, line, 1).lost[Color::Black].size(), 0U);
}

TEST(LineLedgerTest, FollowsMenThatMoveAndCastle) {
    const Position start = position_of("4k3/8/8/8/6n1/8/8/R3K2R w KQ - 0 1");
    const std::vector<Move> line = line_of(start, "e1c1 g4f2 c1b1 f2d1 h1d1");
    const LineLedger ledger = ledger_of(start, line, line.size());
    ASSERT_EQ(ledger.lost[Color::White].size(), 1U);
    EXPECT_EQ(ledger.lost[Color::White][0].man.square, Square::A1) << "the rook that castled";
    EXPECT_EQ(ledger.lost[Color::White][0].captured_on, Square::D1);
    EXPECT_EQ(ledger.lost[Color::Black][0].man.square, Square::G4) << "the knight that took it";
    // En passant.
    const Position pawns = position_of("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    const LineLedger passant = ledger_of(pawns, line_of(pawns, "d7d5 e5d6"), 2);
    ASSERT_EQ(passant.lost[Color::Black].size(), 1U);
    EXPECT_EQ(passant.lost[Color::Black][0].man.square, Square::D7);
    EXPECT_EQ(passant.lost[Color::Black][0].captured_on, Square::D5);
}

TEST(LineLedgerTest, LinesSettle) {
    const Position start = position_of("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1");
    const std::vector<Move> line = line_of(start, "b5c7 e8d7 c7a8 d7d6");
    EXPECT_EQ(settled_at(start, line, Color::White, 500), 3U);
    EXPECT_EQ(settled_at(start, line, Color::White, 600), std::nullopt);
    // A queen that takes a guarded pawn has not won it.
    const Position guarded = position_of("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1");
    EXPECT_EQ(settled_at(guarded, line_of(guarded, "d1d6"), Color::White, 100), std::nullopt);
}

TEST(LineLedgerTest, WhatIsTakenBackAtOnceIsExchanged) {
    // The knights are exchanged: what is won is the bishop.
    const Position start = position_of("4k3/8/4p3/3n4/8/2N4b/8/4K2R w - - 0 1");
    const std::vector<Move> line = line_of(start, "h1h3 e8e7 c3d5 e6d5");
    const Balance balance = balance_of(ledger_of(start, line, line.size()), Color::White);
    EXPECT_EQ(balance.won, (std::vector<PlacedPiece>{{Piece::BlackBishop, Square::H3}}));
    EXPECT_TRUE(balance.given.empty());
    EXPECT_EQ(balance.worth(), 300);
    const Balance theirs = balance_of(ledger_of(start, line, line.size()), Color::Black);
    EXPECT_EQ(theirs.worth(), -300);
}

}  // namespace
}  // namespace skua
