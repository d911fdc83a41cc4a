// Static exchange evaluation: what a capture wins once everybody has taken back on its square.
#pragma once

#include "base/enum_array.h"
#include "chess/position.h"

namespace skua {

// The values exchanges are counted in, in centipawns.
inline constexpr EnumArray<PieceType, int> SeeValues{100, 300, 300, 500, 900, 10000};

// Does the exchange begun by this legal move win at least `threshold` for the side to move? Both sides take with their
// least valuable piece and may stop at any time. Sliders behind others join in; pieces pinned to their king stay out
// while the pinning piece stands.
bool see_at_least(const Position& position, Move move, int threshold);

}  // namespace skua
