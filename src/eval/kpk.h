// King and pawn against king: every position solved.
#pragma once

#include "chess/types.h"

namespace skua {

// Does the side with the pawn win? The position must be legal.
bool kpk_is_won(Color pawn_side, Square king, Square pawn, Square enemy_king, Color side_to_move);

}  // namespace skua
