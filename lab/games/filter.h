// Which positions an evaluation can learn from.
#pragma once

#include "chess/move.h"
#include "chess/position.h"
#include "eval/score.h"

namespace skua::lab {

// An evaluation can judge a position only where nothing is about to happen. So by default no position passes that is in
// check or where the best move captured or promoted; and one with a mate in sight never does.
struct PositionFilter {
    int opening_plies = 8;  // left out at the start of a game: random moves, and what comes of them is noise
    bool checks = false;    // may they pass?
    bool captures = false;  // captures and promotions

    // `ply` counts from the start of the game; `score` may be from anybody's view. A move of the opening has no score,
    // and never passes.
    [[nodiscard]] bool passes(const Position& position, Move played, Score score, int ply) const;
};

// By the default filter.
bool is_quiet_position(const Position& position, Move played, Score score, int ply);

}  // namespace skua::lab
