// Endings whose result or plan is known better than an evaluation could find it.
#pragma once

#include <optional>
#include <string_view>

#include "chess/position.h"
#include "eval/score.h"

namespace skua {

struct KnownEnding {
    std::string_view name;  // plain English, for people
    Score value = 0;        // from White's view
};

// Recognises a known ending by its material; returns quickly if there are too many pieces.
std::optional<KnownEnding> known_ending(const Position& position);

// Recognises a draw although `strong` is ahead: all its pawns are on one rook file, it has no piece but perhaps bishops
// of the wrong color, and the enemy king holds the promotion corner.
bool is_fortress(const Position& position, Color strong);

}  // namespace skua
