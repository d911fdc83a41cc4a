// The nearer the draw by the fifty-move rule, the less an advantage is worth.
#pragma once

#include <algorithm>

#include "eval/score.h"

namespace skua {

// In parts of FullWorth.
inline constexpr int FullWorth = 200;
constexpr int worth_at(int halfmove_clock) { return FullWorth - std::min(halfmove_clock, 100); }
constexpr Score damp(Score score, int halfmove_clock) { return score * worth_at(halfmove_clock) / FullWorth; }

}  // namespace skua
