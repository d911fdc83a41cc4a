// The evaluation taken apart, for people and for programs.
#pragma once

#include <string>

#include "chess/position.h"

namespace skua {

// A table of all terms that occur, by family, with the phase, the scale and the result in its last line:
// "Evaluation: <n> cp", for the side to move.
std::string explain(const Position& position);
// The same as a JSON object.
std::string explain_as_json(const Position& position);

}  // namespace skua
