// The training run of a network: epochs of AdamW steps over shuffled positions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "lab/training/model.h"
#include "lab/training/position_source.h"

namespace skua::lab {

struct TrainSettings {
    NetShape shape;
    Target target;
    int epochs = 40;
    int threads = 1;
    std::size_t batch = 16384;
    float learning_rate = 0.001F;     // at the start; it falls along a cosine
    std::optional<float> final_rate;  // at the end; otherwise a hundredth of that at the start
    // The target's share of results at the end, which it approaches steadily; otherwise it stays as it is.
    std::optional<float> final_wdl_share;
    float weight_decay = 0.01F;
    float ema_decay = 0.9995F;  // the network is an exponential moving average of the weights
    std::uint64_t seed = 1;
    std::uint32_t start = 0;  // checksum of the weights it starts from, if they are not random
};

// The learning rate and the target while `progress` goes from 0 to 1. Errors of validation are by the target at the
// end.
float rate_at(const TrainSettings& settings, double progress);
Target target_at(const TrainSettings& settings, double progress);

struct TrainReport {
    int epoch = 0;
    float learning_rate = 0;
    double training_error = 0;
    double validation_error = 0;
    double positions_per_second = 0;

    friend bool operator==(const TrainReport&, const TrainReport&) = default;
};

// Everything that is needed to resume a run exactly. With king buckets, the weights are those of
// lab/training/factoriser.h.
struct TrainState {
    int epoch = 0;  // completed epochs
    std::uint64_t steps = 0;
    std::uint64_t run = 0;  // fingerprint of the settings and positions it belongs to
    NetWeights weights;
    NetWeights m;                      // first moment of the gradient
    NetWeights v;                      // second moment of the gradient
    NetWeights ema;                    // moving average of the weights
    std::vector<TrainReport> reports;  // one for each completed epoch
};

TrainState start_training(const TrainSettings& settings);
// Two runs can continue each other only if their fingerprints are equal.
std::uint64_t fingerprint(const TrainSettings& settings, const PositionSource& positions);
// Called after each batch with the number of positions done in this epoch and their mean error.
using EpochTick = std::function<void(std::size_t done, double error)>;
// Runs one epoch, and adds its report to the state. After an Error the state is of no use.
std::optional<Error> train_epoch(TrainState& state, PositionSource& positions, const TrainSettings& settings,
                                 const EpochTick& tick = {});
// The same with positions in memory, whose order changes. Returns the report.
const TrainReport& train_epoch(TrainState& state, TrainingSet& set, const TrainSettings& settings,
                               const EpochTick& tick = {});
// Brings positions fresh from their files into the order that the completed epochs of this state have left.
void restore_order(const TrainState& state, TrainingSet& set, const TrainSettings& settings);
// Of the weights of a TrainState.
double mean_error(const NetWeights& weights, const std::vector<TrainingPosition>& positions,
                  const TrainSettings& settings);

}  // namespace skua::lab
