// skua-lab data relabel: old games, scored anew by a better judge.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "lab/games/game_record.h"
#include "search/searcher.h"

namespace skua::lab {

// Searches every position of the game that has a score again and puts the new score in the old one's place; moves and
// result stay, and so does the last score, by which the players may have agreed on the result. `is_stopped` is asked
// before each; false when it says so.
bool relabel(GameRecord& record, Searcher& searcher, std::uint64_t nodes, const std::function<bool()>& is_stopped);

int run_relabel(std::span<const std::string_view> arguments);

}  // namespace skua::lab
