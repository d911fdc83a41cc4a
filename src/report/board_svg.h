// A board as an SVG picture.
#pragma once

#include <string>

#include "chess/position.h"

namespace skua {

struct BoardMarks {
    Move played;  // a solid arrow; none for no arrow
    Move best;    // a dashed one
};

// The board from the view of a side, for a page that has the symbols of the pieces. Screen readers get the position in
// words.
std::string board_svg(const Position& position, Color view, const BoardMarks& marks);

// "White: king g1, pawns a2 b2. Black: king g8. White to move."
std::string position_words(const Position& position);

}  // namespace skua
