// What the lines of two moves lead to, where no force is at work: facts of the board at their quiet ends.
#pragma once

#include <vector>

#include "analysis/achievement.h"
#include "analysis/position_search.h"
#include "analysis/reason.h"

namespace skua {

// Compares the ends of the best line and of the played one, in both searches of the error: only what both agree on is
// said, or men that fall in the longer one. Half of them at least must be kept in the material search.
Reasons compare_lines(AchievementFinder& finder, const ExplainedMove& explained);

// The same for men that fall in the best line and in the played one, each played out several times.
Reasons compare_played_out(AchievementFinder& finder, const ExplainedMove& explained,
                           const std::vector<SearchedPosition>& played_out);

}  // namespace skua
