// The evaluation taken apart, for people and for programs.
#pragma once

#include <string>

#include "chess/position.h"
#include "eval/evaluators.h"

namespace skua {

// A table of all terms of the classical evaluation that occur, by family, with the phase, the scale and its result;
// what the network says, and what it thinks each piece is worth here, from White's view. The last line is the judge's:
// "Evaluation: <n> cp", for the side to move.
std::string explain(const Position& position, EvaluatorKind kind, const nnue::Network& network);
// The same as a JSON object. The worth of pieces and "classical_white" are White's view, the scores the side to move's.
std::string explain_as_json(const Position& position, EvaluatorKind kind, const nnue::Network& network);

}  // namespace skua
