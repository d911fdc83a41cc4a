// A board in a terminal.
#pragma once

#include <cstdint>
#include <string>

#include "chess/position.h"

namespace skua::cli {

enum class BoardStyle : std::uint8_t {
    Coloured,  // chess symbols on coloured squares, by escape codes
    Symbols,   // chess symbols only
    Letters    // the letters of FEN
};

// Eight lines and the files below, from the view of a side. The last move is marked: by the colour of its squares, or
// by brackets around the piece that moved.
std::string board_text(const Position& position, Color view, Move last_move, BoardStyle style);

}  // namespace skua::cli
