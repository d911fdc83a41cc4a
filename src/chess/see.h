// Static exchange evaluation (SEE): what a capture wins after all recaptures on its square.
#pragma once

#include "base/enum_array.h"
#include "chess/position.h"

namespace skua {

// The piece values of the exchange, in centipawns.
inline constexpr EnumArray<PieceType, int> SeeValues{100, 300, 300, 500, 900, 10000};

// Does the exchange that begins with this legal move win at least `threshold` for the side to move? Both sides capture
// with their least valuable piece and may stop at any time. Sliders behind other pieces join in (x-rays); pieces pinned
// to their king stay out while the pinning piece is on its square.
bool see_at_least(const Position& position, Move move, int threshold);

}  // namespace skua
