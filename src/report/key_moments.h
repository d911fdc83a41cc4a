// The moves of a game that decided most.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/game_analysis.h"

namespace skua {

// The errors that lost the most points, in the order of the game: at most so many. With a side, only its own. Their
// numbers count from 0.
std::vector<std::size_t> key_moments(const GameAnalysis& analysis, Color first_to_move, std::optional<Color> side,
                                     std::size_t most);

// "?!", "?" or "??" for an error; empty for other moves.
std::string_view glyph_of(MoveLabel label);

}  // namespace skua
