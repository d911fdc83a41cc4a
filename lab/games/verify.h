// Checks whether the result of a game fits its moves and scores.
#pragma once

#include <string>

#include "lab/games/game_record.h"

namespace skua::lab {

// Why the result can't be that of the game; empty if it can.
std::string implausibility(const GameRecord& record);

}  // namespace skua::lab
