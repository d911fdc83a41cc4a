// From a score to the chances of win, draw and loss.
#pragma once

#include "eval/score.h"

namespace skua {

// In per mille, adding up to 1000, from the side to move's view.
struct Wdl {
    int win = 0;
    int draw = 0;
    int loss = 0;
};

// A logistic curve on which 100 centipawns win half of the games.
Wdl wdl_of(Score score);

}  // namespace skua
