#include "chess/attacks.h"

#include <gtest/gtest.h>

#include "base/prng.h"

namespace skua {
namespace {

// All subsets of a set, one after the other.
template <typename Visit>
void visit_subsets(Bitboard set, Visit visit) {
    Bitboard subset;
    do {
        visit(subset);
        subset = Bitboard(subset.bits() - set.bits()) & set;
    } while (subset.any());
}

Bitboard leaps(Square from, const std::vector<std::pair<int, int>>& steps) {
    Bitboard targets;
    for (const auto& [file_step, rank_step] : steps) {
        const int file = index_of(file_of(from)) + file_step;
        const int rank = index_of(rank_of(from)) + rank_step;
        if (file >= 0 && file < 8 && rank >= 0 && rank < 8) { targets |= square_at(rank * 8 + file); }
    }
    return targets;
}

// Every occupancy that can matter: all subsets of all squares a slider could reach. (Corners of the rays included: they
// must not matter.)
TEST(Attacks, BishopTablesEqualWalkingForEveryOccupancy) {
    for (const Square square : FullBoard) {
        visit_subsets(walk_bishop(square, EmptyBoard), [&](Bitboard occupied) {
            ASSERT_EQ(bishop_attacks(square, occupied), walk_bishop(square, occupied)) << to_string(square);
        });
    }
}

TEST(Attacks, RookTablesEqualWalkingForEveryOccupancy) {
    for (const Square square : FullBoard) {
        visit_subsets(walk_rook(square, EmptyBoard), [&](Bitboard occupied) {
            ASSERT_EQ(rook_attacks(square, occupied), walk_rook(square, occupied)) << to_string(square);
        });
    }
}

TEST(Attacks, SlidersIgnoreSquaresOffTheirLines) {
    Prng prng(1);
    for (int i = 0; i < 20000; ++i) {
        const Bitboard occupied(i % 2 == 0 ? prng.next() : prng.next() & prng.next());
        for (const Square square : FullBoard) {
            ASSERT_EQ(bishop_attacks(square, occupied), walk_bishop(square, occupied));
            ASSERT_EQ(rook_attacks(square, occupied), walk_rook(square, occupied));
            ASSERT_EQ(queen_attacks(square, occupied), walk_bishop(square, occupied) | walk_rook(square, occupied));
        }
    }
}

// The walk itself on cases that are easy to see.
TEST(Attacks, WalkingStopsAtTheFirstPiece) {
    EXPECT_EQ(walk(Square::A1, 1, 1, EmptyBoard).count(), 7);
    EXPECT_EQ(walk(Square::A1, -1, 0, EmptyBoard), EmptyBoard);
    EXPECT_EQ(walk(Square::D4, 0, 1, Bitboard(Square::D6)), Bitboard(Square::D5) | Square::D6);
    EXPECT_EQ(walk_rook(Square::D4, EmptyBoard), (bitboard_of(File::D) | bitboard_of(Rank::R4)) ^ Square::D4);
    EXPECT_EQ(walk_bishop(Square::D4, EmptyBoard).count(), 13);
    EXPECT_EQ(walk_bishop(Square::A1, Bitboard(Square::B2)), Bitboard(Square::B2));
}

TEST(Attacks, Leapers) {
    for (const Square square : FullBoard) {
        EXPECT_EQ(knight_attacks(square),
                  leaps(square, {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}));
        EXPECT_EQ(king_attacks(square),
                  leaps(square, {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}));
        EXPECT_EQ(pawn_attacks(Color::White, square), leaps(square, {{1, 1}, {-1, 1}}));
        EXPECT_EQ(pawn_attacks(Color::Black, square), leaps(square, {{1, -1}, {-1, -1}}));
    }
}

TEST(Attacks, PawnSetsAttackWhatTheirPawnsAttack) {
    Prng prng(2);
    for (int i = 0; i < 1000; ++i) {
        const Bitboard pawns(prng.next() & prng.next());
        for (const Color color : Colors) {
            Bitboard expected;
            for (const Square pawn : pawns) { expected |= pawn_attacks(color, pawn); }
            EXPECT_EQ(pawn_attacks(color, pawns), expected);
        }
        EXPECT_EQ(pawn_attacks<Color::White>(pawns), pawn_attacks(Color::White, pawns));
        EXPECT_EQ(pawn_attacks<Color::Black>(pawns), pawn_attacks(Color::Black, pawns));
    }
}

TEST(Attacks, OfAPieceByItsType) {
    Prng prng(3);
    for (int i = 0; i < 100; ++i) {
        const Bitboard occupied(prng.next() & prng.next());
        for (const Square square : FullBoard) {
            EXPECT_EQ(piece_attacks(PieceType::Knight, square, occupied), knight_attacks(square));
            EXPECT_EQ(piece_attacks(PieceType::Bishop, square, occupied), walk_bishop(square, occupied));
            EXPECT_EQ(piece_attacks(PieceType::Rook, square, occupied), walk_rook(square, occupied));
            EXPECT_EQ(piece_attacks(PieceType::Queen, square, occupied),
                      walk_bishop(square, occupied) | walk_rook(square, occupied));
            EXPECT_EQ(piece_attacks(PieceType::King, square, occupied), king_attacks(square));
        }
    }
}

TEST(Attacks, LinesAndWhatLiesBetween) {
    EXPECT_EQ(between(Square::A1, Square::D4), Bitboard(Square::B2) | Square::C3);
    EXPECT_EQ(between(Square::E1, Square::E2), EmptyBoard);
    EXPECT_EQ(between(Square::A1, Square::B3), EmptyBoard);
    EXPECT_EQ(line_through(Square::B2, Square::C3), walk(Square::A1, 1, 1, EmptyBoard) | Square::A1);
    EXPECT_EQ(line_through(Square::E4, Square::G4), bitboard_of(Rank::R4));
    EXPECT_EQ(line_through(Square::A1, Square::B3), EmptyBoard);

    for (const Square a : FullBoard) {
        for (const Square b : FullBoard) {
            EXPECT_EQ(between(a, b), between(b, a));
            EXPECT_EQ(line_through(a, b), line_through(b, a));
            // Computed in another way: the direction from a to b, if there is one, followed both ways.
            const int files = index_of(file_of(b)) - index_of(file_of(a));
            const int ranks = index_of(rank_of(b)) - index_of(rank_of(a));
            Bitboard expected_between;
            Bitboard expected_line;
            if (a != b && (files == 0 || ranks == 0 || files == ranks || files == -ranks)) {
                const int file_step = (files > 0) - (files < 0);
                const int rank_step = (ranks > 0) - (ranks < 0);
                expected_between = walk(a, file_step, rank_step, Bitboard(b)) ^ b;
                expected_line =
                    walk(a, file_step, rank_step, EmptyBoard) | walk(a, -file_step, -rank_step, EmptyBoard) | a;
            }
            EXPECT_EQ(between(a, b), expected_between) << to_string(a) << to_string(b);
            EXPECT_EQ(line_through(a, b), expected_line) << to_string(a) << to_string(b);
        }
    }
}

}  // namespace
}  // namespace skua
