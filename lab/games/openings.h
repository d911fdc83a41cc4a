// Random start positions and random first moves.
#pragma once

#include "base/prng.h"
#include "chess/game.h"
#include "chess/position.h"

namespace skua::lab {

// A start position of double Chess960: White and Black have different back ranks.
Position random_chess960_start(Prng& prng);

// A game of `plies` random moves from a start position that has not ended yet. Tries again until it finds one.
Game random_opening(const Position& start, int plies, Prng& prng);

}  // namespace skua::lab
