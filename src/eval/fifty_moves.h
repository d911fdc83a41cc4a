// Fifty-move scaling: the nearer the draw by the fifty-move rule, the less an advantage counts.
#pragma once

#include <algorithm>

#include "eval/score.h"

namespace skua {

// The scale runs from FullFiftyMoveScale after a capture or pawn move to half of it when the rule makes a draw.
inline constexpr int FullFiftyMoveScale = 200;
constexpr int fifty_move_scale(int halfmove_clock) { return FullFiftyMoveScale - std::min(halfmove_clock, 100); }
constexpr Score scale_by_fifty_moves(Score score, int halfmove_clock) {
    return score * fifty_move_scale(halfmove_clock) / FullFiftyMoveScale;
}

}  // namespace skua
