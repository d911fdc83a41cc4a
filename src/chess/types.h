// The vocabulary of the board: colours, pieces, files, ranks, squares, directions.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/enum_array.h"

namespace skua {

// ------------------------------------------------------------------ colours and pieces

enum class Color : std::uint8_t { White, Black, Count };

inline constexpr std::array<Color, 2> Colors{Color::White, Color::Black};

constexpr Color operator~(Color color) { return static_cast<Color>(static_cast<int>(color) ^ 1); }

enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King, Count, None = Count };

inline constexpr std::array<PieceType, 6> PieceTypes{PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                                     PieceType::Rook, PieceType::Queen,  PieceType::King};

// A coloured piece: type * 2 + colour.
enum class Piece : std::uint8_t {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
    Count,
    None = Count
};

constexpr Piece make_piece(Color color, PieceType type) {
    return static_cast<Piece>(static_cast<int>(type) * 2 + static_cast<int>(color));
}
// The type of Piece::None is PieceType::None.
constexpr PieceType type_of(Piece piece) { return static_cast<PieceType>(static_cast<int>(piece) >> 1); }
constexpr Color color_of(Piece piece) {
    assert(piece != Piece::None);
    return static_cast<Color>(static_cast<int>(piece) & 1);
}

// The FEN letter: "PNBRQK" for White, "pnbrqk" for Black.
char to_char(Piece piece);
// The capital letter.
char to_char(PieceType type);
// Returns Piece::None when the letter does not name a piece.
Piece piece_from_char(char letter);
// Accepts either case. Returns PieceType::None when the letter does not name a piece.
PieceType piece_type_from_char(char letter);

// ------------------------------------------------------------------ squares

enum class File : std::uint8_t { A, B, C, D, E, F, G, H, Count };
enum class Rank : std::uint8_t { R1, R2, R3, R4, R5, R6, R7, R8, Count };

// clang-format off
enum class Square : std::uint8_t {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
    Count, None = Count
};
// clang-format on

constexpr int index_of(Square square) { return static_cast<int>(square); }
constexpr int index_of(File file) { return static_cast<int>(file); }
constexpr int index_of(Rank rank) { return static_cast<int>(rank); }

constexpr Square square_at(int index) {
    assert(index >= 0 && index < 64);
    return static_cast<Square>(index);
}
constexpr Square make_square(File file, Rank rank) { return square_at(index_of(rank) * 8 + index_of(file)); }
constexpr File file_of(Square square) { return static_cast<File>(index_of(square) & 7); }
constexpr Rank rank_of(Square square) { return static_cast<Rank>(index_of(square) >> 3); }

// The square seen from the other side of the board: a1 <-> a8.
constexpr Square flip_rank(Square square) { return static_cast<Square>(index_of(square) ^ 56); }
// The square mirrored from left to right: a1 <-> h1.
constexpr Square flip_file(Square square) { return static_cast<Square>(index_of(square) ^ 7); }
// The square or rank from this colour's side of the board: its king starts on rank 1.
constexpr Square relative_square(Color color, Square square) {
    return color == Color::White ? square : flip_rank(square);
}
constexpr Rank relative_rank(Color color, Rank rank) {
    return static_cast<Rank>(index_of(rank) ^ (color == Color::White ? 0 : 7));
}
constexpr Rank relative_rank(Color color, Square square) { return relative_rank(color, rank_of(square)); }

// Steps on the board, as differences of square indices.
enum class Direction : std::int8_t {
    North = 8,
    South = -8,
    East = 1,
    West = -1,
    NorthEast = 9,
    NorthWest = 7,
    SouthEast = -7,
    SouthWest = -9
};

constexpr Direction forward(Color color) { return color == Color::White ? Direction::North : Direction::South; }
constexpr Square operator+(Square square, Direction step) {
    return square_at(index_of(square) + static_cast<int>(step));
}
constexpr Square operator-(Square square, Direction step) {
    return square_at(index_of(square) - static_cast<int>(step));
}

// The name of a square ("e4"); "-" for Square::None.
std::string to_string(Square square);
char to_char(File file);
char to_char(Rank rank);
std::optional<Square> square_from_string(std::string_view text);

// ------------------------------------------------------------------ castling

enum class CastlingSide : std::uint8_t { King, Queen, Count };

inline constexpr std::array<CastlingSide, 2> CastlingSides{CastlingSide::King, CastlingSide::Queen};

// Where king and rook stand after castling: the same squares in chess and Chess960.
constexpr Square castled_king_square(Color color, CastlingSide side) {
    return relative_square(color, side == CastlingSide::King ? Square::G1 : Square::C1);
}
constexpr Square castled_rook_square(Color color, CastlingSide side) {
    return relative_square(color, side == CastlingSide::King ? Square::F1 : Square::D1);
}

// The castling rules in force, and how castling is written.
enum class Variant : std::uint8_t { Standard, Chess960 };

// A Zobrist key.
using Key = std::uint64_t;

}  // namespace skua
