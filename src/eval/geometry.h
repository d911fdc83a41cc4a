// Distances and areas of the board that evaluation needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/enum_array.h"
#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/types.h"

namespace skua {

inline constexpr EnumArray<Square, EnumArray<Square, std::int8_t>> Distances = [] {
    EnumArray<Square, EnumArray<Square, std::int8_t>> table;
    const auto gap = [](auto a, auto b) { return a < b ? index_of(b) - index_of(a) : index_of(a) - index_of(b); };
    for (const Square a : FullBoard) {
        for (const Square b : FullBoard) {
            table[a][b] = static_cast<std::int8_t>(std::max(gap(file_of(a), file_of(b)), gap(rank_of(a), rank_of(b))));
        }
    }
    return table;
}();

// The steps that a king needs from one square to another.
constexpr int distance(Square a, Square b) { return Distances[a][b]; }

// The squares within three steps of a king.
inline constexpr EnumArray<Square, Bitboard> Neighbourhoods = [] {
    EnumArray<Square, Bitboard> table;
    for (const Square a : FullBoard) {
        for (const Square b : FullBoard) {
            if (distance(a, b) <= 3) { table[a] |= b; }
        }
    }
    return table;
}();

// 0 on the a- and h-file, 3 on the d- and e-file.
constexpr int edge_distance(File file) { return std::min(index_of(file), 7 - index_of(file)); }

// Moves all squares one rank towards the enemy.
template <Color Us>
constexpr Bitboard shift_forward(Bitboard set) {
    constexpr Direction Forward = Us == Color::White ? Direction::North : Direction::South;
    return shift<Forward>(set);
}

// A set and all squares in front of it on the same files.
template <Color Us>
constexpr Bitboard fill_forward(Bitboard set) {
    std::uint64_t bits = set.bits();
    if constexpr (Us == Color::White) {
        bits |= bits << 8;
        bits |= bits << 16;
        bits |= bits << 32;
    } else {
        bits |= bits >> 8;
        bits |= bits >> 16;
        bits |= bits >> 32;
    }
    return Bitboard(bits);
}

constexpr Bitboard adjacent_files(Bitboard files) {
    return shift<Direction::East>(files) | shift<Direction::West>(files);
}

// All squares of the files that the set touches.
constexpr Bitboard files_of(Bitboard set) { return fill_forward<Color::White>(set) | fill_forward<Color::Black>(set); }

// The squares in front of a pawn on its own file.
template <Color Us>
constexpr Bitboard front_of(Square square) {
    return fill_forward<Us>(shift_forward<Us>(Bitboard(square)));
}

// The squares in front of a pawn on its own and the adjacent files, where enemy pawns could stop it.
template <Color Us>
constexpr Bitboard front_span(Square square) {
    const Bitboard front = front_of<Us>(square);
    return front | adjacent_files(front);
}

inline constexpr Bitboard CentreFiles =
    bitboard_of(File::C) | bitboard_of(File::D) | bitboard_of(File::E) | bitboard_of(File::F);
inline constexpr Bitboard QueenSide =
    bitboard_of(File::A) | bitboard_of(File::B) | bitboard_of(File::C) | bitboard_of(File::D);
inline constexpr Bitboard KingSide = ~QueenSide;

// The three or four files that a king on this file needs to be safe on.
constexpr Bitboard flank_of(File file) {
    switch (file) {
        case File::A: return QueenSide ^ bitboard_of(File::D);
        case File::B:
        case File::C: return QueenSide;
        case File::D:
        case File::E: return CentreFiles;
        case File::F:
        case File::G: return KingSide;
        default: return KingSide ^ bitboard_of(File::E);
    }
}

// All light squares if the square is light, else all dark squares.
constexpr Bitboard same_color_squares(Square square) {
    return LightSquares.contains(square) ? LightSquares : DarkSquares;
}

// The ranks `first` to `last` as `side` counts them, from 1.
constexpr Bitboard ranks(Color side, int first, int last) {
    Bitboard set;
    for (int rank = first; rank <= last; ++rank) {
        set |= bitboard_of(relative_rank(side, static_cast<Rank>(rank - 1)));
    }
    return set;
}

}  // namespace skua
