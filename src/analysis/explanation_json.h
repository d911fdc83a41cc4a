// An explanation for programs.
#pragma once

#include "analysis/explanation.h"
#include "base/json.h"

namespace skua {

// "piece_values", "classical_white" and all families are White's view, the other scores that of the side to move.
Json to_json(const Explanation& explanation);

}  // namespace skua
