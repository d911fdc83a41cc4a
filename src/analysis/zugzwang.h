// Moves that leave the opponent nothing good to do: it would be better off if it could pass.
#pragma once

#include <optional>

#include "analysis/position_search.h"
#include "analysis/reason.h"

namespace skua {

// Says that the explained move puts the opponent in zugzwang, if that costs it at least 15 points of 100, in searches
// with these limits and with a quarter of them, of the position and of the same position after a pass. Looks at endings
// alone: elsewhere it hardly ever happens. Nothing if it was cancelled.
std::optional<Reasons> find_zugzwang(PositionSearch& search, const Limits& limits, const ExplainedMove& explained);

}  // namespace skua
