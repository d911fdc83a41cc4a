// The architecture of the network, every size once: (768 -> Hidden) x 2 -> 1 with output buckets, SCReLU activation.
//
// Each side looks at the board from its own perspective: its own pieces and the enemy's, its own first rank at the
// bottom, mirrored horizontally if its king stands on the files e to h. Every piece on its square is one of 768 binary
// inputs; with king buckets there are 768 for each region of the board that its king may stand in. The two perspectives
// share the weights of the hidden layer; after SCReLU, x -> clamp(x, 0, 1)^2, the side to move's half and the other
// side's are concatenated and give the output. The output bucket, which depends on the piece count, chooses the weights
// of the output layer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chess/types.h"

namespace skua::nnue {

// A build for networks of other sizes sets SKUA_HIDDEN or SKUA_KING_BUCKETS.
#if defined(SKUA_HIDDEN)
inline constexpr std::size_t Hidden = SKUA_HIDDEN;
#else
inline constexpr std::size_t Hidden = 256;
#endif
#if defined(SKUA_KING_BUCKETS)
inline constexpr std::size_t KingBuckets = SKUA_KING_BUCKETS;
#else
inline constexpr std::size_t KingBuckets = 1;
#endif
inline constexpr std::size_t InputsPerKingBucket = 768;
inline constexpr std::size_t Inputs = KingBuckets * InputsPerKingBucket;
inline constexpr std::size_t OutputBuckets = 8;

// Quantisation: an integer QA stands for 1.0 in the hidden layer, QB for 1.0 in the weights of the output layer.
inline constexpr int QA = 255;
inline constexpr int QB = 64;
// An output of 1.0 is this many centipawns.
inline constexpr int EvalScale = 200;

constexpr std::size_t output_bucket(int piece_count, std::size_t buckets = OutputBuckets) {
    return static_cast<std::size_t>(piece_count - 2) * buckets / 31;
}

// Says whether a side with its king on this square sees the board mirrored horizontally.
constexpr bool is_mirrored(Square king) { return file_of(king) > File::D; }

// There can be one king bucket or four.
constexpr bool is_king_bucket_count(std::size_t count) { return count == 1 || count == 4; }
static_assert(is_king_bucket_count(KingBuckets));

// Returns the king bucket of a side with its king on this square. The four are the corner of its first rank, the rest
// of that rank, its second rank, and everything beyond.
constexpr std::size_t king_bucket(Color perspective, Square king, std::size_t buckets = KingBuckets) {
    if (buckets == 1) { return 0; }
    const Square seen = relative_square(perspective, is_mirrored(king) ? flip_file(king) : king);
    switch (rank_of(seen)) {
        case Rank::R1: return file_of(seen) <= File::B ? 0 : 1;
        case Rank::R2: return 2;
        default: return 3;
    }
}

// Returns the input that stands for `piece` on `square`, from the perspective of a side whose king is on `king`.
constexpr std::size_t input_index(Color perspective, Square king, Piece piece, Square square,
                                  std::size_t buckets = KingBuckets) {
    const Square seen = relative_square(perspective, is_mirrored(king) ? flip_file(square) : square);
    const std::size_t owner = color_of(piece) == perspective ? 0 : 6;
    return king_bucket(perspective, king, buckets) * InputsPerKingBucket +
           (owner + static_cast<std::size_t>(type_of(piece))) * 64 + static_cast<std::size_t>(index_of(seen));
}

// The squares of a side's king are divided into groups, within which its inputs stay the same.
inline constexpr std::size_t KingGroups = 2 * KingBuckets;
constexpr std::size_t king_group(Color perspective, Square king) {
    return 2 * king_bucket(perspective, king) + (is_mirrored(king) ? 1 : 0);
}

}  // namespace skua::nnue
