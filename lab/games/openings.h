// Where games begin: random start positions and first moves, and files of openings.
#pragma once

#include <string_view>
#include <vector>

#include "base/prng.h"
#include "base/result.h"
#include "chess/game.h"
#include "chess/position.h"

namespace skua::lab {

// A start position of double Chess960: White and Black have different back ranks.
Position random_chess960_start(Prng& prng);

// A game of `plies` random moves from a start position that has not ended yet. Tries again until it finds one.
Game random_opening(const Position& start, int plies, Prng& prng);

// A position to begin games from.
struct Opening {
    Position start;
    Variant variant = Variant::Standard;  // Chess960 where castling needs it
};

// The positions of an EPD file, one on each line; the game must not be over in them. An Error says which line is wrong
// and why.
Result<std::vector<Opening>> read_openings(std::string_view text);
// Puts them into an order that depends on the seed alone.
void shuffle(std::vector<Opening>& openings, Prng& prng);

}  // namespace skua::lab
