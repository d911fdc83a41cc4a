#include "lab/filter.h"

namespace skua {

bool is_quiet_position(const Position& position, Move played, Score score, int ply) {
    return ply >= FilteredOpeningPlies && score != NoScore && !is_decisive(score) && !position.in_check() &&
           !position.is_capture(played) && !played.is_promotion();
}

}  // namespace skua
