// Sets of training positions: taken from games, without duplicates, shuffled, split for validation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/prng.h"
#include "lab/games/filter.h"
#include "lab/games/game_record.h"
#include "lab/support/fitting.h"
#include "lab/training/training_position.h"

namespace skua::lab {

// Smooths the scores of a game as TD(lambda) does: each becomes (1 - lambda) of itself and lambda of the smoothed score
// one ply later. A search of few nodes is noisy, and the scores that follow correct it. Mate scores stay as they are;
// other scores end at about 14 pawns with the default scale.
void smooth_scores(GameRecord& record, double lambda, double sigmoid_scale = DefaultSigmoidScale);

// Adds the positions of the game that pass the filter.
void add_positions(const GameRecord& record, std::uint32_t game, const PositionFilter& filter,
                   std::vector<TrainingPosition>& positions);
enum class Duplicates : std::uint8_t { Keep, Remove };
// Keeps each board once, with what its last occurrence says: later files have newer scores. Returns how many others
// were removed.
std::size_t remove_duplicates(std::vector<TrainingPosition>& positions);
// Divides boards evenly into `shards` parts. The same board is always in the same part.
std::size_t shard_of(const TrainingPosition& position, std::size_t shards);
void shuffle(std::vector<TrainingPosition>& positions, Prng& prng);

struct TrainingSet {
    std::vector<TrainingPosition> training;
    std::vector<TrainingPosition> validation;  // from other games
};
// Puts all positions of about one game in `validation_part` into the validation set.
TrainingSet split_by_game(std::vector<TrainingPosition> positions, std::uint64_t validation_part);

}  // namespace skua::lab
