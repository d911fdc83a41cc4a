// Where the pieces start in Chess960.
#pragma once

#include <array>

#include "base/prng.h"
#include "chess/types.h"

namespace skua {

// The pieces of a back rank by the rules of Chess960: bishops on different colours, the king between the rooks.
std::array<PieceType, 8> random_back_rank(Prng& prng);

}  // namespace skua
