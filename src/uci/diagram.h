// A position drawn for people, as the command `d` prints it.
#pragma once

#include <string>

#include "chess/position.h"

namespace skua {

// Board, FEN, keys, checkers and legal moves, in lines.
std::string diagram(const Position& position, Variant variant);

}  // namespace skua
