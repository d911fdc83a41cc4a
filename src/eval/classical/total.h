// The formulas that turn the sums of the families into one score. The evaluation, its breakdown and the tuner's tests
// share them.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "base/enum_array.h"
#include "chess/types.h"
#include "eval/phase.h"
#include "eval/score.h"

namespace skua::classical {

inline constexpr int FullScale = 64;

// What the families add up to.
struct Sums {
    Pair linear;                    // from White's view
    EnumArray<Color, Pair> danger;  // to the king of this colour
    int complexity = 0;
    int scale = FullScale;
};

// A little danger hardly matters, great danger is decisive: in the middlegame it counts by its square.
inline constexpr int DangerDivisor = 4096;
inline constexpr int DangerEndgameDivisor = 16;
inline constexpr int MaxDanger = 8000;

constexpr Pair danger_penalty(Pair danger) {
    const int middlegame = std::clamp(danger.middlegame(), 0, MaxDanger);
    const int endgame = std::clamp(danger.endgame(), 0, MaxDanger);
    return {-middlegame * middlegame / DangerDivisor, -endgame / DangerEndgameDivisor};
}

// Complexity makes an endgame advantage larger or smaller, but never turns it into the other side's.
constexpr int complexity_adjustment(int complexity, int endgame) {
    if (endgame == 0) { return 0; }
    const int change = std::max(complexity, -std::abs(endgame));
    return endgame > 0 ? change : -change;
}

// The endgame value from White's view, before scaling; its sign says which side is ahead.
constexpr int endgame_value(const Sums& sums) {
    const Pair value =
        sums.linear + danger_penalty(sums.danger[Color::White]) - danger_penalty(sums.danger[Color::Black]);
    return value.endgame() + complexity_adjustment(sums.complexity, value.endgame());
}

// Interpolates between middlegame and endgame by the phase, from White's view.
constexpr Score blend(const Sums& sums, int phase) {
    const Pair value =
        sums.linear + danger_penalty(sums.danger[Color::White]) - danger_penalty(sums.danger[Color::Black]);
    const int share = std::min(phase, FullPhase);
    return (value.middlegame() * share * FullScale + endgame_value(sums) * (FullPhase - share) * sums.scale) /
           (FullPhase * FullScale);
}

}  // namespace skua::classical
