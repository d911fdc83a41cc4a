// Why a move is an error, where force is at work: mates, material, draws.
#pragma once

#include "analysis/achievement.h"
#include "analysis/reason.h"

namespace skua {

// What the error allows the opponent, and what the better move would have done.
Reasons find_faults(AchievementFinder& finder, const ExplainedMove& explained);

}  // namespace skua
