// Random-walk positions: some random moves away from the games, labelled by the static evaluation.
#pragma once

#include <cstdint>
#include <vector>

#include "base/prng.h"
#include "eval/evaluator.h"
#include "lab/games/game_record.h"
#include "lab/training/training_position.h"

namespace skua::lab {

// Most positions that a search evaluates follow from moves that no player would choose, and games never contain them.
// From each position of a game, `count` walks of 0 to `max_moves` random moves lead to such positions. They need no
// search, so there can be very many. A network is pre-trained with them before it learns from games.
struct RandomWalks {
    int count = 4;
    int max_moves = 3;

    // Adds the ends of the walks, except those in check and those where the game is over.
    void add(const GameRecord& record, std::uint32_t game, Evaluator& evaluator, Prng& prng,
             std::vector<TrainingPosition>& positions) const;
};

}  // namespace skua::lab
