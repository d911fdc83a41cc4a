// How the players used their time, as far as the clocks in the comments of a game tell.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/game_analysis.h"

namespace skua {

struct ClockUse {
    // For each move of the game: what it took; from %emt, or from the clock before and after.
    std::vector<std::optional<Milliseconds>> spent;

    struct Side {
        std::optional<Milliseconds> left;  // after its last move
        Milliseconds total = 0;
        int timed_moves = 0;
        std::size_t longest = 0;  // the move, counted from 0, that took the longest
    };
    EnumArray<Color, Side> sides;

    [[nodiscard]] bool is_known() const;
};

// The tag TimeControl ("300+3") says with what the clocks began and what each move added.
ClockUse clock_use(const PgnGame& game, const GameAnalysis& analysis);

// "0:05", "12:30", "1:02:03"; tenths below 20 seconds: "0:07.3".
std::string clock_text(Milliseconds time);

}  // namespace skua
