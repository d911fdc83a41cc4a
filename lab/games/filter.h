// Which positions an evaluation can learn from.
#pragma once

#include "chess/move.h"
#include "chess/position.h"
#include "eval/score.h"

namespace skua::lab {

// An evaluation sees no moves, so it can only learn from quiet positions. By default the filter refuses positions in
// check and those where the move played was a capture or a promotion. It always refuses positions with a mate score.
struct PositionFilter {
    int skipped_plies = 8;  // at the start of each game: random moves, and the noise that follows from them
    bool checks = false;    // may positions in check pass?
    bool captures = false;  // may positions pass where a capture or promotion was played?

    // `ply` counts from the start of the game. Only the size of `score` matters, not whose view it is. A move without a
    // score never passes.
    [[nodiscard]] bool passes(const Position& position, Move played, Score score, int ply) const;
};

// Does the default filter let it pass?
bool is_quiet_position(const Position& position, Move played, Score score, int ply);

}  // namespace skua::lab
