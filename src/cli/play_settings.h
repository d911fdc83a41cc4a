// The arguments of `skua play`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "cli/board_text.h"
#include "cli/engine_setup.h"

namespace skua::cli {

struct PlaySettings {
    Color side = Color::White;  // the person's
    int level = 20;             // from 0 to 20, full strength
    Milliseconds move_time = 1000;
    Variant variant = Variant::Standard;
    Position start;
    std::string pgn;  // the file of the game
    BoardStyle style = BoardStyle::Symbols;
    EngineSettings engine;
};

// Fills in the settings; what is left to chance is chosen. The text is the help if that was wanted, else empty.
Result<std::string> parse_play(const std::vector<std::string>& words, bool is_interactive, PlaySettings& settings);

// A file that does not exist yet: skua-20261118-153000.pgn.
std::string new_game_file();

}  // namespace skua::cli
