// White's expected points over a game, as an SVG picture whose parts lead to the moves.
#pragma once

#include <string>

#include "analysis/game_analysis.h"

namespace skua {

// The anchor of a move in the page: "g2m17" for the 17th move of both sides in game 2.
std::string move_anchor(std::size_t game_number, std::size_t ply);

// Empty for a game without moves.
std::string score_graph(const PgnGame& game, const GameAnalysis& analysis, std::size_t game_number);

}  // namespace skua
