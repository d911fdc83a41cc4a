// Where games begin: many different positions, the same for the same random numbers.
#pragma once

#include "base/prng.h"
#include "chess/game.h"
#include "chess/position.h"

namespace skua::lab {

// A start position of double Chess960: each side has its pieces in an order of its own.
Position random_chess960_start(Prng& prng);

// A game of so many random moves from a start position, in which both sides can still move; a few tries may be needed.
Game random_opening(const Position& start, int plies, Prng& prng);

}  // namespace skua::lab
