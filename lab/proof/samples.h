// Positions whose statements are to be checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/game.h"

namespace skua::lab::proof {

struct Sample {
    Game game;                // its last position is the one to explain
    std::vector<Move> moves;  // to be explained beside the best one
};

// Draws at most `count` positions from each file, at random but always the same for one seed. From a suite (.epd) come
// positions with their best moves (bm); from games (.skg, .pgn) one position of a game, with the move that was played
// and another legal one, so that there are errors to explain. An Error names the file that can't be used.
Result<std::vector<Sample>> draw_samples(const std::vector<std::string>& paths, std::size_t count, std::uint64_t seed);

}  // namespace skua::lab::proof
