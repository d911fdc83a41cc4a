// skua-lab data: looking at files of games, checking, joining and exporting them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lab/games/game_record.h"

namespace skua::lab {

// Why the result can't be that of the game; empty if it can.
std::string implausibility(const GameRecord& record);

int run_data(std::span<const std::string_view> arguments);

}  // namespace skua::lab
