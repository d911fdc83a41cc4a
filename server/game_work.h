// The analysis of one game of a job, with everything that is given out of it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "analysis/game_analysis.h"
#include "engine/engine.h"
#include "server/jobs.h"

namespace skua::server {

// Each move is searched, and then explained.
inline constexpr std::size_t StepsPerMove = 2;

// Nothing if it was cancelled. Searches are kept in the store, which may be null.
std::optional<TaskResult> analyse_game(Engine& engine, const GameTask& task, const PositionSearch::Cancelled& cancelled,
                                       AnalysisStore* store, const std::function<void(std::size_t)>& progress);

// The game of a task; nothing if its text is not a game.
std::optional<PgnGame> game_of(const GameTask& task);

// The document of `skua analyse --json` from the results of games.
std::string json_document(const std::vector<TaskResult>& results, const AnalysisSettings& effort,
                          const std::string& network);

}  // namespace skua::server
