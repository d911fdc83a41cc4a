// What an analysis found, in a few lines for a terminal.
#pragma once

#include <optional>
#include <string>

#include "analysis/game_analysis.h"

namespace skua::cli {

// Players, opening, a table of both sides' play and the moves that lost most; with a side, only its own moves.
std::string summary(const PgnGame& game, const GameAnalysis& analysis, std::optional<Color> side);

// One line, for files of many games.
std::string short_summary(std::size_t number, const PgnGame& game, const GameAnalysis& analysis);

}  // namespace skua::cli
