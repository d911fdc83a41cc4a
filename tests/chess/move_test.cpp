#include "chess/move.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

TEST(Move, IsSmall) {
    EXPECT_EQ(sizeof(Move), 2U);
    EXPECT_GE(MoveList::capacity(), 218U);
}

TEST(Move, NoneIsNoMove) {
    EXPECT_TRUE(Move().is_none());
    EXPECT_TRUE(Move::none().is_none());
    EXPECT_EQ(Move::none().raw(), 0);
    EXPECT_FALSE(Move::normal(Square::A1, Square::B1).is_none());
    EXPECT_FALSE(Move::normal(Square::B1, Square::A1).is_none());
}

TEST(Move, RemembersItsSquares) {
    for (int from = 0; from < 64; ++from) {
        for (int to = 0; to < 64; ++to) {
            const Move move = Move::normal(square_at(from), square_at(to));
            EXPECT_EQ(index_of(move.from()), from);
            EXPECT_EQ(index_of(move.to()), to);
            EXPECT_EQ(move.kind(), MoveKind::Normal);
        }
    }
}

TEST(Move, KindsExcludeEachOther) {
    const Move normal = Move::normal(Square::E2, Square::E4);
    EXPECT_FALSE(normal.is_en_passant() || normal.is_castling() || normal.is_promotion());

    const Move en_passant = Move::en_passant(Square::E5, Square::D6);
    EXPECT_TRUE(en_passant.is_en_passant());
    EXPECT_FALSE(en_passant.is_castling() || en_passant.is_promotion());

    const Move castling = Move::castling(Square::E1, Square::H1);
    EXPECT_TRUE(castling.is_castling());
    EXPECT_FALSE(castling.is_en_passant() || castling.is_promotion());
    EXPECT_EQ(castling.from(), Square::E1);
    EXPECT_EQ(castling.to(), Square::H1);

    for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
        const Move promotion = Move::promotion(Square::A7, Square::B8, type);
        EXPECT_TRUE(promotion.is_promotion());
        EXPECT_EQ(promotion.promotion_piece(), type);
        EXPECT_FALSE(promotion.is_en_passant() || promotion.is_castling());
        EXPECT_EQ(promotion.from(), Square::A7);
        EXPECT_EQ(promotion.to(), Square::B8);
    }
    EXPECT_EQ(Move::promotion(Square::A7, Square::A8, PieceType::Queen).kind(), MoveKind::PromoteQueen);
}

TEST(Move, ComparesWithItsKind) {
    EXPECT_EQ(Move::normal(Square::E5, Square::D6), Move::normal(Square::E5, Square::D6));
    EXPECT_NE(Move::normal(Square::E5, Square::D6), Move::en_passant(Square::E5, Square::D6));
    EXPECT_NE(Move::normal(Square::E5, Square::D6), Move::normal(Square::D6, Square::E5));
}

TEST(Move, TakesAnySixteenBits) {
    for (unsigned raw = 0; raw < 65536; ++raw) {
        const Move move = Move::from_raw(static_cast<std::uint16_t>(raw));
        EXPECT_EQ(move.raw(), raw);
        EXPECT_LT(index_of(move.from()), 64);
        EXPECT_LT(index_of(move.to()), 64);
    }
}

}  // namespace
}  // namespace skua
