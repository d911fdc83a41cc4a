#include "chess/bitboard.h"

#include <gtest/gtest.h>

#include <vector>

namespace skua {
namespace {

// One step of the sides of a square, or nothing beyond the edge.
Bitboard stepped(Square square, int file_step, int rank_step) {
    const int file = index_of(file_of(square)) + file_step;
    const int rank = index_of(rank_of(square)) + rank_step;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) { return EmptyBoard; }
    return square_at(rank * 8 + file);
}

TEST(Bitboard, CountsItsSquares) {
    const Bitboard none;
    EXPECT_TRUE(none.empty());
    EXPECT_FALSE(none.any());
    EXPECT_FALSE(none.more_than_one());
    EXPECT_EQ(none.count(), 0);

    const Bitboard one(Square::E4);
    EXPECT_TRUE(one.any());
    EXPECT_FALSE(one.more_than_one());
    EXPECT_EQ(one.count(), 1);
    EXPECT_TRUE(one.contains(Square::E4));
    EXPECT_FALSE(one.contains(Square::E5));

    const Bitboard two = one | Square::H8;
    EXPECT_TRUE(two.more_than_one());
    EXPECT_EQ(two.count(), 2);
    EXPECT_EQ(FullBoard.count(), 64);
}

TEST(Bitboard, CombinesAsSets) {
    const Bitboard a = Bitboard(Square::A1) | Square::B1;
    const Bitboard b = Bitboard(Square::B1) | Square::C1;
    EXPECT_EQ(a & b, Bitboard(Square::B1));
    EXPECT_EQ((a | b).count(), 3);
    EXPECT_EQ(a ^ b, Bitboard(Square::A1) | Square::C1);
    EXPECT_EQ((~a).count(), 62);
    EXPECT_EQ(a & ~a, EmptyBoard);
    EXPECT_EQ(a.bits(), 3U);
}

TEST(Bitboard, KnowsFirstAndLast) {
    const Bitboard set = Bitboard(Square::C2) | Square::D4 | Square::H7;
    EXPECT_EQ(set.first(), Square::C2);
    EXPECT_EQ(set.last(), Square::H7);
    for (int i = 0; i < 64; ++i) {
        EXPECT_EQ(Bitboard(square_at(i)).first(), square_at(i));
        EXPECT_EQ(Bitboard(square_at(i)).last(), square_at(i));
    }
}

TEST(Bitboard, IteratesInOrder) {
    std::vector<Square> squares;
    for (const Square square : Bitboard(Square::H8) | Square::A1 | Square::E4) { squares.push_back(square); }
    EXPECT_EQ(squares, (std::vector<Square>{Square::A1, Square::E4, Square::H8}));
    for (const Square square : EmptyBoard) { ADD_FAILURE() << to_string(square); }
}

TEST(Bitboard, FilesAndRanks) {
    EXPECT_EQ(bitboard_of(File::C).count(), 8);
    EXPECT_EQ(bitboard_of(Rank::R5).count(), 8);
    EXPECT_EQ(bitboard_of(File::C) & bitboard_of(Rank::R5), Bitboard(Square::C5));
    for (const Square square : FullBoard) {
        EXPECT_TRUE(bitboard_of(file_of(square)).contains(square));
        EXPECT_TRUE(bitboard_of(rank_of(square)).contains(square));
    }
}

TEST(Bitboard, ColorsOfSquares) {
    EXPECT_TRUE(DarkSquares.contains(Square::A1));
    EXPECT_TRUE(LightSquares.contains(Square::H1));
    for (const Square square : FullBoard) {
        const bool light = (index_of(file_of(square)) + index_of(rank_of(square))) % 2 == 1;
        EXPECT_EQ(LightSquares.contains(square), light) << to_string(square);
        EXPECT_EQ(DarkSquares.contains(square), !light) << to_string(square);
    }
}

TEST(Bitboard, ShiftsOneStepAndDropsAtTheEdge) {
    for (const Square square : FullBoard) {
        EXPECT_EQ(shift<Direction::North>(square), stepped(square, 0, 1));
        EXPECT_EQ(shift<Direction::South>(square), stepped(square, 0, -1));
        EXPECT_EQ(shift<Direction::East>(square), stepped(square, 1, 0));
        EXPECT_EQ(shift<Direction::West>(square), stepped(square, -1, 0));
        EXPECT_EQ(shift<Direction::NorthEast>(square), stepped(square, 1, 1));
        EXPECT_EQ(shift<Direction::NorthWest>(square), stepped(square, -1, 1));
        EXPECT_EQ(shift<Direction::SouthEast>(square), stepped(square, 1, -1));
        EXPECT_EQ(shift<Direction::SouthWest>(square), stepped(square, -1, -1));
    }
    EXPECT_EQ(shift<Direction::North>(FullBoard), ~bitboard_of(Rank::R1));
}

TEST(Bitboard, DrawsItself) {
    EXPECT_EQ(to_string(Bitboard(Square::A8) | Square::H1),
              "1.......\n........\n........\n........\n........\n........\n........\n.......1\n");
}

}  // namespace
}  // namespace skua
