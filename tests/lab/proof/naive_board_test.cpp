#include "lab/proof/naive_board.h"

#include <gtest/gtest.h>

#include "chess/random_positions.h"
#include "chess/support.h"

namespace skua::lab::proof {
namespace {

Bitboard set_of(const std::vector<Square>& squares) {
    Bitboard set;
    for (const Square square : squares) { set |= square; }
    return set;
}

TEST(NaiveBoardTest, AgreesWithTheBitboards) {
    Prng prng(1);
    for (int game = 0; game < 20; ++game) {
        Position position = random_start(prng);
        for (int ply = 0; ply < 60 && has_legal_move(position); ++ply) { position.play(random_move(position, prng)); }
        const NaiveBoard board(position);
        for (const Square square : FullBoard) {
            const Bitboard all = position.attackers_to(square, position.pieces());
            for (const Color side : Colors) {
                ASSERT_EQ(set_of(board.attackers(square, side)), all & position.pieces(side)) << to_fen(position);
            }
        }
        ASSERT_EQ(board.king(Color::Black), position.king_square(Color::Black));
    }
}

TEST(NaiveBoardTest, KnowsWhereMenStand) {
    const NaiveBoard board(position_of("4k3/8/8/3q4/8/8/4P3/R3K1NB w - - 0 1"));
    EXPECT_TRUE(board.has({Piece::BlackQueen, Square::D5}));
    EXPECT_FALSE(board.has({Piece::BlackQueen, Square::D4}));
    EXPECT_FALSE(board.has({Piece::None, Square::D4}));
    EXPECT_FALSE(board.without(Square::D5).has({Piece::BlackQueen, Square::D5}));
    EXPECT_EQ(board.balance(Color::White), 5 + 3 + 3 + 1 - 9);
    EXPECT_EQ(board.balance(Color::Black), -board.balance(Color::White));
    EXPECT_EQ(worth_of(std::vector<PlacedPiece>{{Piece::WhiteRook, Square::A1}, {Piece::BlackPawn, Square::A2}}), 6);
}

TEST(NaiveBoardTest, MeasuresLines) {
    EXPECT_EQ(squares_between(Square::A1, Square::D4), (std::vector{Square::B2, Square::C3}));
    EXPECT_EQ(squares_between(Square::H5, Square::E5), (std::vector{Square::G5, Square::F5}));
    EXPECT_TRUE(squares_between(Square::A1, Square::B3).empty());
    EXPECT_TRUE(squares_between(Square::A1, Square::A1).empty());
    EXPECT_TRUE(is_between(Square::C3, Square::D4, Square::A1));
    EXPECT_FALSE(are_neighbours(Square::H1, Square::A2));
    EXPECT_TRUE(are_neighbours(Square::E4, Square::D5));
    EXPECT_EQ(rank_number(Color::Black, Square::E7), 2);
}

}  // namespace
}  // namespace skua::lab::proof
