// Lines played on beyond what a search shows of them.
#pragma once

#include <optional>

#include "analysis/position_search.h"
#include "analysis/reason.h"

namespace skua {

inline constexpr std::size_t PlayedOutPlies = 14;

// The best and the played line, cut where searches get unreliable and played on from there to so many plies, each move
// by a search of its own with these limits. Nothing if it was cancelled.
std::optional<SearchedPosition> play_out(PositionSearch& search, const Limits& limits, const ExplainedMove& explained);

}  // namespace skua
