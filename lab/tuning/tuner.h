// Tunes the weights of the classical evaluation so that it predicts the results of games best, as far as the rules in
// weights.inc allow.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/prng.h"
#include "lab/games/game_record.h"
#include "lab/tuning/classical_model.h"

namespace skua::lab {

struct TuneSettings {
    int epochs = 30;
    int threads = 1;
    std::size_t batch = 16384;
    double learning_rate = 1.0;  // in centipawns, at the start; it falls along a cosine to a fiftieth
    // How strongly weights are drawn back to where they started: what few positions show stays close to its start.
    double pull = 0;
    std::uint64_t seed = 1;
};

// Samples with what their targets are made of.
struct TuningSet {
    SampleCollection samples;
    std::vector<std::int16_t> scores;  // the search's, in White's view
    std::vector<float> results;        // the games', 0 to 1 for White

    // Adds up to `per_game` quiet positions of the game, chosen at random.
    void add(const GameRecord& record, std::size_t per_game, Prng& prng);
    // Sets every target to wdl_share of the result and the rest of the score's expected result.
    void blend_targets(double wdl_share, double k);
};

// Mean squared error.
double mean_error(const SampleCollection& samples, const ParameterVector& parameters, double k, int threads);

struct EpochReport {
    int epoch = 0;
    double training_error = 0;
    double validation_error = 0;
};

// Starts from `parameters`, or the nearest ones that keep the rules, and returns those with the smallest validation
// error seen; they keep the rules. Calls `report` after every epoch, and stops early when that returns false.
ParameterVector tune(const SampleCollection& training, const SampleCollection& validation, ParameterVector parameters,
                     double k, const TuneSettings& settings, const std::function<bool(const EpochReport&)>& report);

}  // namespace skua::lab
