// Where pieces attack, and the lines between squares.
//
// Sliders look their attacks up in tables indexed by the occupancy of the relevant squares: by PEXT where the
// processor does it in hardware (SKUA_USE_PEXT), by magic multiplication elsewhere. With PEXT an entry has a bit for
// each square that is attacked on an empty board, which PDEP spreads: 16 bits instead of 64 leave more of the cache to
// other tables. All tables are built once, before main(), in one to two milliseconds, and never change.
#pragma once

#include <array>
#include <cstdint>

#if SKUA_USE_PEXT
#include <immintrin.h>
#endif

#include "base/enum_array.h"
#include "chess/bitboard.h"

namespace skua {

namespace detail {

struct Slider {
    Bitboard mask;   // the squares whose occupancy matters
    Bitboard reach;  // the attacks on an empty board
#if SKUA_USE_PEXT
    using Entry = std::uint16_t;
    const Entry* entries = nullptr;  // one for each occupancy of the mask

    [[nodiscard]] std::size_t index(Bitboard occupied) const { return _pext_u64(occupied.bits(), mask.bits()); }
    [[nodiscard]] Entry encoded(Bitboard attacks) const {
        return static_cast<Entry>(_pext_u64(attacks.bits(), reach.bits()));
    }
    [[nodiscard]] Bitboard decoded(Entry entry) const { return Bitboard(_pdep_u64(entry, reach.bits())); }
#else
    using Entry = Bitboard;
    const Entry* entries = nullptr;  // one for each occupancy of the mask
    std::uint64_t magic = 0;
    unsigned shift = 0;

    [[nodiscard]] std::size_t index(Bitboard occupied) const { return ((occupied & mask).bits() * magic) >> shift; }
    [[nodiscard]] static Entry encoded(Bitboard attacks) { return attacks; }
    [[nodiscard]] static Bitboard decoded(Entry entry) { return entry; }
#endif
    [[nodiscard]] Bitboard operator()(Bitboard occupied) const { return decoded(entries[index(occupied)]); }
};

struct AttackTables {
    AttackTables();
    AttackTables(const AttackTables&) = delete;
    AttackTables& operator=(const AttackTables&) = delete;

    EnumArray<Square, Slider> bishop;
    EnumArray<Square, Slider> rook;
    EnumArray<Square, Bitboard> knight;
    EnumArray<Square, Bitboard> king;
    EnumArray<Color, EnumArray<Square, Bitboard>> pawn;
    EnumArray<Square, EnumArray<Square, Bitboard>> between;
    EnumArray<Square, EnumArray<Square, Bitboard>> line;
    // For each square the number of occupancies of its mask, added up over the board.
    std::array<Slider::Entry, 5248> bishop_entries;
    std::array<Slider::Entry, 102400> rook_entries;
};

extern const AttackTables Attacks;

}  // namespace detail

inline Bitboard pawn_attacks(Color color, Square square) { return detail::Attacks.pawn[color][square]; }
inline Bitboard knight_attacks(Square square) { return detail::Attacks.knight[square]; }
inline Bitboard king_attacks(Square square) { return detail::Attacks.king[square]; }
inline Bitboard bishop_attacks(Square square, Bitboard occupied) { return detail::Attacks.bishop[square](occupied); }
inline Bitboard rook_attacks(Square square, Bitboard occupied) { return detail::Attacks.rook[square](occupied); }
inline Bitboard queen_attacks(Square square, Bitboard occupied) {
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
}

// The attacks of any piece but a pawn.
Bitboard piece_attacks(PieceType type, Square square, Bitboard occupied);

// All squares attacked by a set of pawns.
template <Color Us>
constexpr Bitboard pawn_attacks(Bitboard pawns) {
    if constexpr (Us == Color::White) {
        return shift<Direction::NorthEast>(pawns) | shift<Direction::NorthWest>(pawns);
    } else {
        return shift<Direction::SouthEast>(pawns) | shift<Direction::SouthWest>(pawns);
    }
}
constexpr Bitboard pawn_attacks(Color color, Bitboard pawns) {
    return color == Color::White ? pawn_attacks<Color::White>(pawns) : pawn_attacks<Color::Black>(pawns);
}

// The squares strictly between two squares on one line; empty when they share no line.
inline Bitboard between(Square a, Square b) { return detail::Attacks.between[a][b]; }
// The whole line through two squares, edge to edge; empty when they share none.
inline Bitboard line_through(Square a, Square b) { return detail::Attacks.line[a][b]; }

// The same attacks without tables, found by walking from square to square: slow. The tables are built from them, and
// tests compare with them.
constexpr Bitboard walk(Square from, int file_step, int rank_step, Bitboard occupied) {
    Bitboard reached;
    int file = index_of(file_of(from)) + file_step;
    int rank = index_of(rank_of(from)) + rank_step;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += file_step, rank += rank_step) {
        const Square square = square_at(rank * 8 + file);
        reached |= square;
        if (occupied.contains(square)) { break; }
    }
    return reached;
}
constexpr Bitboard walk_bishop(Square from, Bitboard occupied) {
    return walk(from, 1, 1, occupied) | walk(from, 1, -1, occupied) | walk(from, -1, 1, occupied) |
           walk(from, -1, -1, occupied);
}
constexpr Bitboard walk_rook(Square from, Bitboard occupied) {
    return walk(from, 1, 0, occupied) | walk(from, -1, 0, occupied) | walk(from, 0, 1, occupied) |
           walk(from, 0, -1, occupied);
}

}  // namespace skua
