// The settings of a search that are not limits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "eval/score.h"
#include "search/limits.h"

namespace skua {

// Makes the engine play weaker.
struct StrengthLimit {
    std::uint64_t nodes = 0;  // a search ends after this many
    int noise = 0;            // each of the best moves is misjudged by up to this, in centipawns
};

// These hold for a whole search.
struct SearchSettings {
    int multi_pv = 1;              // principal variations to report
    Score contempt = 0;            // a draw is worth this much less than 0 to the side that searches
    int countermove_bonus = 8000;  // 0 switches the countermove off
    Milliseconds move_overhead = 10;
    bool exact_scores = false;    // every score is the evaluation of a leaf: neither corrected by history nor blended
    int tablebase_limit = 7;      // tables of more pieces are not used
    Depth tablebase_depth = 1;    // the largest tables are probed from this depth on
    bool fifty_move_rule = true;  // in tablebases: a win that takes too long is a draw
    std::optional<StrengthLimit> strength_limit;

    // Principal variations to search: with a strength limit the choice is among more than are reported.
    [[nodiscard]] int searched_pvs() const {
        constexpr int WeakerChoices = 4;
        return strength_limit ? std::max(multi_pv, WeakerChoices) : multi_pv;
    }
};

}  // namespace skua
