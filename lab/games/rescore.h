// New scores for games that were played earlier, from a stronger search or evaluation.
#pragma once

#include <cstdint>
#include <functional>

#include "lab/games/game_record.h"
#include "search/searcher.h"

namespace skua::lab {

enum class Rescored : std::uint8_t {
    Quiet,  // positions that the default filter lets pass, because nothing else is trained with
    All,    // every position that has a score
};

// Searches positions of the game and replaces their scores. Moves and result stay, and so does the last score, because
// it may be what ended the game. `is_stopped` is called before each move; returns false if it returned true.
bool rescore(GameRecord& record, Searcher& searcher, std::uint64_t nodes, Rescored which,
             const std::function<bool()>& is_stopped);

}  // namespace skua::lab
