// King and pawn against king, solved for every position.
#pragma once

#include "chess/types.h"

namespace skua {

// Says whether the side with the pawn wins. The position must be legal.
bool kpk_is_won(Color pawn_side, Square king, Square pawn, Square enemy_king, Color side_to_move);

}  // namespace skua
