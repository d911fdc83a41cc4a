// A position to train a network with: 32 bytes, seen by the side to move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/inline_vector.h"
#include "chess/position.h"
#include "eval/nnue/architecture.h"
#include "lab/games/game_record.h"

namespace skua::lab {

// The board is the side to move's: Black's boards are flipped, so that its own first rank is the lowest.
struct TrainingPosition {
    std::uint64_t occupied = 0;             // squares
    std::array<std::uint8_t, 16> pieces{};  // on these squares in order, four bits each: own 0-5, the enemy's 6-11
    std::int16_t score = 0;                 // the search's, for the side to move
    std::uint8_t points = 0;                // the game's result for the side to move: 0 lost, 1 drawn, 2 won
    std::uint8_t mirrored = 0;              // bit 0: its own king stands on files e to h; bit 1: the enemy's does
    std::uint32_t game = 0;                 // number of the game

    friend bool operator==(const TrainingPosition&, const TrainingPosition&) = default;
};
static_assert(sizeof(TrainingPosition) == 32);

// `score` and `result` are in White's view.
TrainingPosition to_training_position(const Position& position, Score score, GameResult result, std::uint32_t game = 0);

// The indices of the inputs that are 1, for the side to move and for its opponent, as nnue::input_index numbers them
// with this many king buckets.
struct ActiveInputs {
    InlineVector<std::uint16_t, 32> own;
    InlineVector<std::uint16_t, 32> enemy;
};
void read_inputs(const TrainingPosition& position, ActiveInputs& inputs, std::size_t king_buckets = nnue::KingBuckets);

int piece_count(const TrainingPosition& position);
// Can the rest of the program rely on it? At most 32 pieces, one king each, piece codes and results that exist.
bool is_valid(const TrainingPosition& position);

}  // namespace skua::lab
