// The chances of win, draw and loss that a score stands for.
#pragma once

#include "engine/shown_score.h"

namespace skua {

// In per mille, adding up to 1000; the view is that of the side to move.
struct Wdl {
    int win = 0;
    int draw = 0;
    int loss = 0;
    bool operator==(const Wdl&) const = default;
};

inline constexpr Wdl CertainWin{1000, 0, 0};
inline constexpr Wdl CertainDraw{0, 1000, 0};
inline constexpr Wdl CertainLoss{0, 0, 1000};

// A logistic curve over centipawns; mates and tablebase wins are certain.
Wdl wdl_of(const ShownScore& score);

}  // namespace skua
