// What the lines of two moves lead to, where no force is at work: facts of the board at their quiet ends.
#pragma once

#include "analysis/position_search.h"
#include "analysis/reason.h"

namespace skua {

// Compares the ends of the best line and of the played one, in the analysis and in another search of the two moves:
// only what both agree on is said.
Reasons compare_lines(const ExplainedMove& explained, const SearchedPosition& other);

}  // namespace skua
