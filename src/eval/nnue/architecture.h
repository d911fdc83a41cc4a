// The shape of the network: every size once.
//
// Each side sees the board for itself: its own pieces and the enemy's, its own first rank below, mirrored so that its
// king stands on the left half. Every piece on its square is one of 768 inputs, 0 or 1. They add up to `Hidden`
// numbers, for the side to move and for the other with the same weights; clipped and squared, both together give the
// output. Which output weights are used depends on how many men are left.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chess/types.h"

namespace skua::nnue {

inline constexpr std::size_t Inputs = 768;
inline constexpr std::size_t Hidden = 256;
inline constexpr std::size_t OutputBuckets = 8;

// Real numbers become integers by these factors: hidden layer, output weights.
inline constexpr int HiddenUnit = 255;
inline constexpr int OutputUnit = 64;
// One unit of the output in centipawns.
inline constexpr int OutputCentipawns = 200;

// Which output weights judge so many men.
constexpr std::size_t output_bucket(int men, std::size_t buckets = OutputBuckets) {
    return static_cast<std::size_t>(men - 2) * buckets / 31;
}

// Does this side see the board mirrored?
constexpr bool is_mirrored(Square king) { return file_of(king) > File::D; }

// Which input a piece is, as `side` sees it.
constexpr std::size_t input_index(Color side, bool mirrored, Piece piece, Square square) {
    const Square seen = relative_square(side, mirrored ? flip_file(square) : square);
    const std::size_t enemy = color_of(piece) == side ? 0 : 6;
    return (enemy + static_cast<std::size_t>(type_of(piece))) * 64 + static_cast<std::size_t>(index_of(seen));
}

}  // namespace skua::nnue
