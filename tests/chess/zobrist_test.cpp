#include "chess/zobrist.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <vector>

namespace skua {
namespace {

std::vector<Key> all_numbers() {
    std::vector<Key> numbers;
    for (const auto& squares : Zobrist.piece) { numbers.insert(numbers.end(), squares.begin(), squares.end()); }
    numbers.insert(numbers.end(), Zobrist.castling_rook.begin(), Zobrist.castling_rook.end());
    numbers.insert(numbers.end(), Zobrist.en_passant.begin(), Zobrist.en_passant.end());
    numbers.push_back(Zobrist.black_to_move);
    return numbers;
}

TEST(Zobrist, NumbersAreDistinctAndNotZero) {
    const std::vector<Key> numbers = all_numbers();
    EXPECT_EQ(numbers.size(), 12U * 64U + 64U + 8U + 1U);
    const std::set<Key> distinct(numbers.begin(), numbers.end());
    EXPECT_EQ(distinct.size(), numbers.size());
    EXPECT_FALSE(distinct.contains(0));
}

TEST(Zobrist, NoTwoPairsDifferAlike) {
    // A weaker form of what a key needs: the exclusive or of any two numbers equals neither a third nor that of another
    // pair.
    const std::vector<Key> numbers = all_numbers();
    std::set<Key> seen(numbers.begin(), numbers.end());
    std::size_t expected = numbers.size();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            seen.insert(numbers[i] ^ numbers[j]);
            ++expected;
        }
    }
    EXPECT_EQ(seen.size(), expected);
}

TEST(Zobrist, NumbersAreWellMixed) {
    for (const Key number : all_numbers()) {
        EXPECT_GE(std::popcount(number), 12);
        EXPECT_LE(std::popcount(number), 52);
    }
}

TEST(Zobrist, NumbersAreFixed) {
    // Opening books, test data and saved tables may hold keys: changing the numbers must be a decision.
    EXPECT_EQ(Zobrist.piece[Piece::WhitePawn][Square::A1], 0x9F75AA497A523A0EULL);
    EXPECT_NE(Zobrist.black_to_move, ZobristNumbers(1).black_to_move);
}

TEST(Zobrist, MaterialCountsPiecesApart) {
    std::set<Key> seen;
    for (const Color color : Colors) {
        for (const PieceType type : PieceTypes) {
            for (int count = 0; count < 10; ++count) { seen.insert(Zobrist.material(make_piece(color, type), count)); }
        }
    }
    EXPECT_EQ(seen.size(), 120U);
}

}  // namespace
}  // namespace skua
