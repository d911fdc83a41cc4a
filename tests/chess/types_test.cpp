#include "chess/types.h"

#include <gtest/gtest.h>

#include <string>

namespace skua {
namespace {

TEST(Types, ColorsAreOpposites) {
    EXPECT_EQ(~Color::White, Color::Black);
    EXPECT_EQ(~Color::Black, Color::White);
}

TEST(Types, PiecesHaveColorAndType) {
    for (const Color color : Colors) {
        for (const PieceType type : PieceTypes) {
            const Piece piece = make_piece(color, type);
            EXPECT_EQ(color_of(piece), color);
            EXPECT_EQ(type_of(piece), type);
        }
    }
    EXPECT_EQ(make_piece(Color::Black, PieceType::Rook), Piece::BlackRook);
    EXPECT_EQ(make_piece(Color::White, PieceType::King), Piece::WhiteKing);
    EXPECT_EQ(type_of(Piece::None), PieceType::None);
    EXPECT_EQ(CountOf<Piece>, 12U);
    EXPECT_EQ(CountOf<PieceType>, 6U);
    EXPECT_EQ(CountOf<Color>, 2U);
    EXPECT_EQ(CountOf<Square>, 64U);
}

TEST(Types, PiecesHaveLetters) {
    std::string white;
    std::string black;
    for (const PieceType type : PieceTypes) {
        white += to_char(make_piece(Color::White, type));
        black += to_char(make_piece(Color::Black, type));
        EXPECT_EQ(to_char(type), to_char(make_piece(Color::White, type)));
    }
    EXPECT_EQ(white, "PNBRQK");
    EXPECT_EQ(black, "pnbrqk");
    for (int code = 0; code < 256; ++code) {
        const char letter = static_cast<char>(code);
        const Piece piece = piece_from_char(letter);
        if ((white + black).find(letter) == std::string::npos) {
            EXPECT_EQ(piece, Piece::None) << code;
            EXPECT_EQ(piece_type_from_char(letter), PieceType::None) << code;
        } else {
            EXPECT_EQ(to_char(piece), letter);
            EXPECT_EQ(piece_type_from_char(letter), type_of(piece));
        }
    }
}

TEST(Types, SquaresHaveFileRankAndName) {
    EXPECT_EQ(make_square(File::E, Rank::R4), Square::E4);
    EXPECT_EQ(file_of(Square::H1), File::H);
    EXPECT_EQ(rank_of(Square::A8), Rank::R8);
    EXPECT_EQ(to_string(Square::C7), "c7");
    EXPECT_EQ(to_string(Square::None), "-");
    EXPECT_EQ(to_char(File::B), 'b');
    EXPECT_EQ(to_char(Rank::R6), '6');
    for (int i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        EXPECT_EQ(index_of(square), i);
        EXPECT_EQ(make_square(file_of(square), rank_of(square)), square);
        EXPECT_EQ(square_from_string(to_string(square)), square);
    }
    for (const char* text : {"", "e", "e44", "E4", "i1", "a0", "a9", "4e", "--", "-", "e ", "\xC3\xA4"}) {
        EXPECT_FALSE(square_from_string(text).has_value()) << text;
    }
}

TEST(Types, SquaresSeenFromElsewhere) {
    EXPECT_EQ(flip_rank(Square::B2), Square::B7);
    EXPECT_EQ(flip_file(Square::B2), Square::G2);
    EXPECT_EQ(relative_square(Color::White, Square::E1), Square::E1);
    EXPECT_EQ(relative_square(Color::Black, Square::E1), Square::E8);
    EXPECT_EQ(relative_rank(Color::White, Rank::R7), Rank::R7);
    EXPECT_EQ(relative_rank(Color::Black, Rank::R7), Rank::R2);
    EXPECT_EQ(relative_rank(Color::Black, Square::D8), Rank::R1);
}

TEST(Types, StepsLeadToNeighbours) {
    EXPECT_EQ(Square::E4 + Direction::North, Square::E5);
    EXPECT_EQ(Square::E4 + Direction::South, Square::E3);
    EXPECT_EQ(Square::E4 + Direction::East, Square::F4);
    EXPECT_EQ(Square::E4 + Direction::West, Square::D4);
    EXPECT_EQ(Square::E4 + Direction::NorthEast, Square::F5);
    EXPECT_EQ(Square::E4 + Direction::NorthWest, Square::D5);
    EXPECT_EQ(Square::E4 + Direction::SouthEast, Square::F3);
    EXPECT_EQ(Square::E4 + Direction::SouthWest, Square::D3);
    EXPECT_EQ(Square::E4 - Direction::North, Square::E3);
    EXPECT_EQ(Square::E2 + forward(Color::White), Square::E3);
    EXPECT_EQ(Square::E7 + forward(Color::Black), Square::E6);
}

TEST(Types, CastlingEndsOnFixedSquares) {
    EXPECT_EQ(castled_king_square(Color::White, CastlingSide::King), Square::G1);
    EXPECT_EQ(castled_rook_square(Color::White, CastlingSide::King), Square::F1);
    EXPECT_EQ(castled_king_square(Color::Black, CastlingSide::Queen), Square::C8);
    EXPECT_EQ(castled_rook_square(Color::Black, CastlingSide::Queen), Square::D8);
}

}  // namespace
}  // namespace skua
