// The analysis of games for the page around the engine.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "analysis/game_analysis.h"
#include "base/result.h"
#include "engine/options.h"

namespace skua::wasm {

// Gets the number of steps that are done and of all, in all games together.
using Progress = std::function<void(std::size_t done, std::size_t all)>;

// The document that `skua analyse --json` writes, for the games of a PGN text. The engine is one of its own, with the
// values of these options. The Error says why there is nothing to analyse, or which option can't be had.
Result<std::string> analyse_games(const Options& options, const std::string& pgn, const AnalysisSettings& settings,
                                  const Progress& progress);

}  // namespace skua::wasm
