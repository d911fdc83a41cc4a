// The phase of the game: from FullPhase (all pieces on the board) down to 0 (only kings and pawns).
#pragma once

#include "base/enum_array.h"
#include "chess/types.h"

namespace skua {

inline constexpr EnumArray<PieceType, int> PhaseWeights{0, 1, 1, 2, 4, 0};
inline constexpr int FullPhase = 24;

}  // namespace skua
