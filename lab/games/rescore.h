// New scores for games that were played earlier, from a stronger search or evaluation.
#pragma once

#include <cstdint>
#include <functional>

#include "lab/games/game_record.h"
#include "search/searcher.h"

namespace skua::lab {

// Searches every position of the game that has a score and replaces that score. Moves and result stay, and so does the
// last score, because it may be what ended the game. `is_stopped` is called before each search; returns false if it
// returned true.
bool rescore(GameRecord& record, Searcher& searcher, std::uint64_t nodes, const std::function<bool()>& is_stopped);

}  // namespace skua::lab
