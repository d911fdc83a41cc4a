#include "lab/games/filter.h"

namespace skua::lab {

bool PositionFilter::passes(const Position& position, Move played, Score score, int ply) const {
    return ply >= skipped_plies && score != NoScore && !is_decisive(score) && (checks || !position.in_check()) &&
           (captures || (!position.is_capture(played) && !played.is_promotion()));
}

bool is_quiet_position(const Position& position, Move played, Score score, int ply) {
    return PositionFilter{}.passes(position, played, score, ply);
}

}  // namespace skua::lab
