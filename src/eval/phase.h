// How far the game has come: from FullPhase (all pieces on the board) down to 0 (kings and pawns).
#pragma once

#include <algorithm>

#include "base/enum_array.h"
#include "chess/types.h"
#include "eval/score.h"

namespace skua {

inline constexpr EnumArray<PieceType, int> PhaseWeights{0, 1, 1, 2, 4, 0};
inline constexpr int FullPhase = 24;

// A middlegame value at full phase, an endgame value at phase 0, in proportion in between. Early promotions count as
// full.
constexpr int interpolate(Pair value, int phase) {
    const int middlegame_share = std::min(phase, FullPhase);
    return (value.middlegame() * middlegame_share + value.endgame() * (FullPhase - middlegame_share)) / FullPhase;
}

}  // namespace skua
