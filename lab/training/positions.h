// Positions to train a network with, 32 bytes each, as the side to move sees them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/inline_vector.h"
#include "base/prng.h"
#include "base/result.h"
#include "chess/position.h"
#include "lab/games/filter.h"
#include "lab/games/game_record.h"
#include "lab/support/fitting.h"

namespace skua::lab {

struct TrainingPosition {
    std::uint64_t occupied = 0;             // squares, with the first rank of the side to move below
    std::array<std::uint8_t, 16> pieces{};  // of these squares in order, four bits each: its own 0-5, the enemy's 6-11
    std::int16_t score = 0;                 // of the search
    std::uint8_t points = 0;                // of the game: 0, 1 or 2 halves
    std::uint8_t mirrored = 0;              // bit 0: the own board, bit 1: the other's
    std::uint32_t game = 0;                 // which it is from

    friend bool operator==(const TrainingPosition&, const TrainingPosition&) = default;
};
static_assert(sizeof(TrainingPosition) == 32);

// `score` and `result` are White's.
TrainingPosition to_training_position(const Position& position, Score score, GameResult result, std::uint32_t game = 0);

// The inputs that are 1, for the side to move and for the other.
struct ActiveInputs {
    InlineVector<std::uint16_t, 32> own;
    InlineVector<std::uint16_t, 32> other;
};
void read_inputs(const TrainingPosition& position, ActiveInputs& inputs);
int men_of(const TrainingPosition& position);

// Mixes into each score this share of what was thought a ply later, and so on to the end of the game: many small
// searches see more than one. Scores that promise mate stay; the others end at about 14 pawns, with the default k.
void look_ahead(GameRecord& record, double share, double k = DefaultK);
// Adds those positions of the game that pass.
void add_positions(const GameRecord& record, std::uint32_t game, const PositionFilter& filter,
                   std::vector<TrainingPosition>& positions);
// Leaves the first of each board, and tells how many others there were.
std::size_t remove_duplicates(std::vector<TrainingPosition>& positions);
void shuffle(std::vector<TrainingPosition>& positions, Prng& prng);

struct TrainingSet {
    std::vector<TrainingPosition> training;
    std::vector<TrainingPosition> validation;  // of other games
};
// Of one game in `validation_part`, all positions go to the validation.
TrainingSet split_by_game(std::vector<TrainingPosition> positions, std::uint64_t validation_part);

std::uint32_t checksum_of(std::span<const TrainingPosition> positions);
// Files of positions, as docs/data-format.md describes them.
std::optional<Error> write_positions(const std::string& path, const std::vector<TrainingPosition>& positions);
// Adds what is in the file.
std::optional<Error> read_positions(const std::string& path, std::vector<TrainingPosition>& positions);

// What the commands that make such files have in common: at the start, and at the end, which tells their exit code.
enum class Duplicates : std::uint8_t { Keep, Remove };
std::optional<Error> must_be_new(const std::string& path);
int finish_positions(const std::string& path, std::vector<TrainingPosition>& positions, std::uint32_t games,
                     std::uint64_t seed, Duplicates duplicates);

// skua-lab data positions
int run_positions(std::span<const std::string_view> arguments);

}  // namespace skua::lab
