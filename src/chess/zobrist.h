// The random numbers behind position keys, fixed at compile time.
#pragma once

#include "base/enum_array.h"
#include "base/prng.h"
#include "chess/types.h"

namespace skua {

struct ZobristNumbers {
    EnumArray<Piece, EnumArray<Square, Key>> piece{};
    // One number for each square on which a rook may stand with the right to castle.
    EnumArray<Square, Key> castling_rook{};
    EnumArray<File, Key> en_passant{};
    Key black_to_move = 0;

    explicit constexpr ZobristNumbers(std::uint64_t seed) {
        Prng prng(seed);
        for (auto& squares : piece) {
            for (Key& number : squares) { number = prng.next(); }
        }
        for (Key& number : castling_rook) { number = prng.next(); }
        for (Key& number : en_passant) { number = prng.next(); }
        black_to_move = prng.next();
    }

    // The material key of the count-th piece of a kind (counted from 0).
    [[nodiscard]] constexpr Key material(Piece kind, int count) const { return piece[kind][square_at(count)]; }
};

inline constexpr ZobristNumbers Zobrist{0x536B7561};  // "Skua"

}  // namespace skua
