// Endings whose result, or whose plan, is known better than any sum of terms could tell.
#pragma once

#include <optional>
#include <string_view>

#include "chess/position.h"
#include "eval/score.h"

namespace skua {

struct KnownEnding {
    std::string_view name;  // for people
    Score value = 0;        // White's view
};

// Nothing for positions without such knowledge; quick to say so.
std::optional<KnownEnding> known_ending(const Position& position);

// Pawns that can't be brought home although the side is ahead: rook pawns with the wrong bishop or none, and the enemy
// king in the corner.
bool is_fortress(const Position& position, Color strong);

}  // namespace skua
