// What scores are worth in games: the scale users see, and the chances of win, draw and loss.
#pragma once

#include "eval/evaluators.h"
#include "eval/score.h"

namespace skua {

// In per mille, adding up to 1000, from the side to move's view.
struct Wdl {
    int win = 0;
    int draw = 0;
    int loss = 0;
};

// Scores as users see them, whoever judges: 100 centipawns win half of the games. Mates stay what they are.
Score to_shown(Score score, EvaluatorKind kind);
Score from_shown(Score shown, EvaluatorKind kind);

// A logistic curve over scores as users see them.
Wdl wdl_of(Score shown);

}  // namespace skua
