// What the lines of two moves lead to, where no force is at work: facts of the board at their quiet ends.
#pragma once

#include <optional>

#include "analysis/position_search.h"
#include "analysis/reason.h"

namespace skua {

// Compares the ends of the best line and of the played one, in the analysis and in a shorter search with these limits:
// only what both agree on is said. Nothing if it was cancelled.
std::optional<Reasons> compare_lines(PositionSearch& search, const Limits& limits, const ExplainedMove& explained);

}  // namespace skua
