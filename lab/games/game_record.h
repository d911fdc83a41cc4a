// A game that was played for learning from it: every move with what the player thought of it.
#pragma once

#include <cstdint>
#include <vector>

#include "chess/game_result.h"
#include "chess/move.h"
#include "chess/position.h"
#include "chess/types.h"
#include "eval/score.h"

namespace skua::lab {

// A score as White sees it, given as the side to move sees it, or the other way round.
constexpr Score from_whites_view(Color side_to_move, Score score) {
    return side_to_move == Color::White ? score : -score;
}

struct MoveScore {
    Move move;
    std::int16_t score = NoScore;  // from White's view, raw; NoScore for a move of the opening

    bool operator==(const MoveScore&) const = default;
};

struct GameRecord {
    Position start;
    Variant variant = Variant::Standard;
    GameResult result = GameResult::Draw;
    // The first so many moves were not thought about, and have no score: an opening that was given. All others have
    // one.
    std::uint32_t opening_plies = 0;
    std::vector<MoveScore> plies;
};

}  // namespace skua::lab
