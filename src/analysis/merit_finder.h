// What a good move does: mates, wins, threats made and met, sacrifices.
#pragma once

#include "analysis/achievement.h"
#include "analysis/reason.h"

namespace skua {

Reasons find_merits(AchievementFinder& finder, const ExplainedMove& explained);

// What the better move would have threatened or stopped, if no other move was nearly as good.
Reasons find_missed_threats(AchievementFinder& finder, const ExplainedMove& explained);

}  // namespace skua
