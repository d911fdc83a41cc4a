// Drawings of the pieces, made for Skua: SVG symbols that boards refer to.
#pragma once

#include <string>

#include "chess/types.h"

namespace skua {

// The name of a piece's symbol: "wn" for a white knight.
std::string symbol_of(Piece piece);

// All symbols, in an SVG element that shows nothing itself. A page has it once, before its boards. A symbol fills a
// square of 100 units.
std::string piece_symbols();

}  // namespace skua
