// skua-lab train: makes a network from games.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/training/model.h"

namespace skua::lab {

struct TrainSettings {
    NetShape shape;
    Target target;
    int epochs = 40;
    int threads = 1;
    std::size_t batch = 16384;
    float rate = 0.001F;        // of learning, at the start; it falls along a cosine to a hundredth
    float decay = 0.01F;        // of the weights
    float averaging = 0.9995F;  // the net is the running mean of the last steps
    std::uint64_t seed = 1;
    std::uint32_t start = 0;  // checksum of the numbers it begins with, if they are not random
};

struct TrainReport {
    int epoch = 0;
    float rate = 0;
    double training_error = 0;
    double validation_error = 0;
    double positions_per_second = 0;

    friend bool operator==(const TrainReport&, const TrainReport&) = default;
};

// All that is needed to go on later as if nothing had happened.
struct TrainState {
    int epoch = 0;  // complete ones
    std::uint64_t steps = 0;
    std::uint64_t run = 0;  // fingerprint of the settings and positions it belongs to
    NetNumbers numbers;
    NetNumbers mean;    // of the gradient
    NetNumbers spread;  // of the gradient
    NetNumbers average;
    std::vector<TrainReport> reports;  // of the complete epochs
};

TrainState start_training(const TrainSettings& settings);
// What a run must have in common with the one it goes on with.
std::uint64_t fingerprint(const TrainSettings& settings, const TrainingSet& set);
// Hears now and then how many positions of an epoch are done, and the mean error of these.
using EpochTick = std::function<void(std::size_t done, double error)>;
// One epoch; the positions are shuffled anew, from the order that the epoch before left.
const TrainReport& train_epoch(TrainState& state, TrainingSet& set, const TrainSettings& settings,
                               const EpochTick& tick = {});
// Brings positions as they are in the files into the order that the epochs behind this state have left.
void catch_up(const TrainState& state, TrainingSet& set, const TrainSettings& settings);
double mean_error(const NetNumbers& numbers, const std::vector<TrainingPosition>& positions,
                  const TrainSettings& settings);

struct Checkpoint {
    NetShape shape;
    TrainState state;
};
std::optional<Error> save_checkpoint(const std::string& path, const TrainState& state, const NetShape& shape);
Result<Checkpoint> load_checkpoint(const std::string& path);

int run_train(std::span<const std::string_view> arguments);

}  // namespace skua::lab
