// Where the pieces start in Chess960.
#pragma once

#include <array>

#include "base/prng.h"
#include "chess/position.h"

namespace skua {

// The pieces of a back rank by the rules of Chess960: bishops on different colours, the king between the rooks.
std::array<PieceType, 8> random_back_rank(Prng& prng);

// The start position with these back ranks, from the a-file to the h-file, which must keep the rules.
Position start_with_back_ranks(const EnumArray<Color, std::array<PieceType, 8>>& ranks);

}  // namespace skua
