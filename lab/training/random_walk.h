// skua-lab data sidelines: positions beside the games, judged by the evaluation alone.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/prng.h"
#include "eval/evaluator.h"
#include "lab/games/game_record.h"
#include "lab/training/positions.h"

namespace skua::lab {

// Most positions that a search judges come from moves that nobody would play, and the games never show them. From each
// position of a game, `count` sidelines of 0 to `most_moves` random moves lead to such positions. They cost no search,
// so there can be very many: a network learns from them what another evaluation knows, before it learns from games.
struct Sidelines {
    int count = 4;
    int most_moves = 3;

    // Adds where the sidelines of this game end, unless that is in check or the game is over there.
    void add(const GameRecord& record, std::uint32_t game, Evaluator& evaluator, Prng& prng,
             std::vector<TrainingPosition>& positions) const;
};

int run_sidelines(std::span<const std::string_view> arguments);

}  // namespace skua::lab
