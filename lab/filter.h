// Which positions an evaluation can learn from.
#pragma once

#include "chess/move.h"
#include "chess/position.h"
#include "eval/score.h"

namespace skua {

// The first moves were random, and what comes of them is noise.
inline constexpr int FilteredOpeningPlies = 8;

// An evaluation can judge a position only where nothing is about to happen: no check, no capture or promotion as the
// best move, no mate in sight. `ply` counts from the start of the game; `score` may be from anybody's view. A move of
// the opening has no score, and is not quiet.
bool is_quiet_position(const Position& position, Move played, Score score, int ply);

}  // namespace skua
