// The architecture of the network, every size once: (768 -> Hidden) x 2 -> 1 with output buckets, SCReLU activation.
//
// Each side looks at the board from its own perspective: its own pieces and the enemy's, its own first rank at the
// bottom, mirrored horizontally if its king stands on the files e to h. Every piece on its square is one of 768 binary
// inputs. The two perspectives share the weights of the hidden layer; after SCReLU, x -> clamp(x, 0, 1)^2, the side to
// move's half and the other side's are concatenated and give the output. The output bucket, which depends on the piece
// count, chooses the weights of the output layer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chess/types.h"

namespace skua::nnue {

inline constexpr std::size_t Inputs = 768;
inline constexpr std::size_t Hidden = 256;
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

// Returns the input that stands for `piece` on `square`, from the perspective of a side whose king is on `king`.
constexpr std::size_t input_index(Color perspective, Square king, Piece piece, Square square) {
    const Square seen = relative_square(perspective, is_mirrored(king) ? flip_file(square) : square);
    const std::size_t owner = color_of(piece) == perspective ? 0 : 6;
    return (owner + static_cast<std::size_t>(type_of(piece))) * 64 + static_cast<std::size_t>(index_of(seen));
}

}  // namespace skua::nnue
