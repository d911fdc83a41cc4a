// Errors that are errors because of one reply: nothing else would punish them as much.
#pragma once

#include <optional>

#include "analysis/achievement.h"
#include "analysis/position_search.h"
#include "analysis/reason.h"

namespace skua {

// Names the reply, and what it does, if it is better than every other by at least half of what the move lost, or by 10
// points of 100, and says so if the better move prevents it. Searches the replies with these limits. Nothing if it was
// cancelled.
std::optional<Reasons> find_strong_reply(PositionSearch& search, const Limits& limits, AchievementFinder& finder,
                                         const ExplainedMove& explained);

}  // namespace skua
