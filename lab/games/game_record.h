// A game that was played to learn from: its moves with the scores that the players gave them.
#pragma once

#include <cstdint>
#include <vector>

#include "chess/game_result.h"
#include "chess/move.h"
#include "chess/position.h"
#include "chess/types.h"
#include "eval/score.h"

namespace skua::lab {

// Turns a score of the side to move into White's.
constexpr Score to_white_view(Color side_to_move, Score score) { return side_to_move == Color::White ? score : -score; }
// Turns White's score into one of the side to move.
constexpr Score to_side_to_move_view(Color side_to_move, Score white_score) {
    return side_to_move == Color::White ? white_score : -white_score;
}

struct MoveScore {
    Move move;
    std::int16_t score = NoScore;  // White's view, as the search returned it; NoScore for a move of the opening

    bool operator==(const MoveScore&) const = default;
};

struct GameRecord {
    Position start;
    Variant variant = Variant::Standard;
    GameResult result = GameResult::Draw;
    // The first moves were not searched but chosen at random, and have no score. All others have one.
    std::uint32_t random_plies = 0;
    std::vector<MoveScore> plies;
};

}  // namespace skua::lab
