#include "lab/training/trainer.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <iomanip>
#include <numeric>
#include <span>
#include <sstream>
#include <string>

#include "base/checksum.h"
#include "base/prng.h"
#include "lab/support/optimiser.h"
#include "lab/support/parallel.h"
#include "lab/training/positions_file.h"

namespace skua::lab {

namespace {

// Output weights beyond 128 / nnue::QB would overflow in the engine; no other weight needs to be larger.
constexpr float MaxWeight = 1.98F;
// The learning rate ends at this share of its start, unless the settings say otherwise.
constexpr float EndOfLearningRate = 0.01F;

// Adds up the gradients of all threads for the weights from `from` to `to`, and clears those of all but the first.
void sum_gradients(std::vector<NetWeights>& gradients, std::size_t from, std::size_t to) {
    for (std::size_t t = 1; t < gradients.size(); ++t) {
        float* const __restrict first = gradients[0].data();
        float* const __restrict other = gradients[t].data();
        for (std::size_t i = from; i < to; ++i) {
            first[i] += other[i];
            other[i] = 0;
        }
    }
}

// One AdamW step for the weights from `from` to `to`. Clears the gradients.
void take_step(TrainState& state, std::vector<NetWeights>& gradients, const TrainSettings& settings, float scale,
               float learning_rate, std::size_t from, std::size_t to) {
    AdamW<float> optimiser;
    optimiser.weight_decay = settings.weight_decay;
    const AdamW<float>::Step step(optimiser, state.steps, learning_rate);
    const auto steps = static_cast<float>(state.steps);
    // EMA warm-up: the window grows with the number of steps.
    const float keep = std::min(settings.ema_decay, steps / (steps + 10));
    sum_gradients(gradients, from, to);
    float* const __restrict gradient = gradients[0].data();
    float* const __restrict weights = state.weights.data();
    float* const __restrict m = state.m.data();
    float* const __restrict v = state.v.data();
    float* const __restrict ema = state.ema.data();
    for (std::size_t i = from; i < to; ++i) {
        const float value = step(weights[i], gradient[i] * scale, m[i], v[i]);
        gradient[i] = 0;
        weights[i] = std::min(std::max(value, -MaxWeight), MaxWeight);
        ema[i] = keep * ema[i] + (1 - keep) * weights[i];
    }
}

void shuffle_for_epoch(TrainingSet& set, const TrainSettings& settings, int epoch) {
    Prng prng(settings.seed + 1000003ULL * static_cast<std::uint64_t>(epoch));
    shuffle(set.training, prng);
}

// The thread's share of the positions.
std::span<const TrainingPosition> part_of(std::span<const TrainingPosition> positions, std::size_t thread,
                                          std::size_t threads) {
    const std::size_t from = positions.size() * thread / threads;
    return positions.subspan(from, positions.size() * (thread + 1) / threads - from);
}

// What the threads of one epoch share.
class Epoch {
public:
    Epoch(TrainState& state, const std::vector<TrainingPosition>& positions, const TrainSettings& settings,
          const EpochTick& tick)
        : state_(state),
          positions_(positions),
          settings_(settings),
          tick_(tick),
          threads_(static_cast<std::size_t>(settings.threads)),
          batches_((positions.size() + settings.batch - 1) / settings.batch),
          gradients_(threads_, NetWeights(settings.shape.size(), 0.0F)),
          errors_(threads_, 0.0),
          // Allocated here, because a thread that failed would leave the others waiting.
          workers_(threads_, NetWorker(settings.shape)),
          barrier_(static_cast<std::ptrdiff_t>(threads_)) {}

    void run(std::size_t thread) {
        for (std::size_t batch = 0; batch < batches_; ++batch) { run_batch(thread, batch); }
    }

    [[nodiscard]] float learning_rate() const { return learning_rate_; }
    [[nodiscard]] double error_sum() const { return std::accumulate(errors_.begin(), errors_.end(), 0.0); }

private:
    void run_batch(std::size_t thread, std::size_t batch) {
        const std::size_t first = batch * settings_.batch;
        const std::size_t last = std::min(first + settings_.batch, positions_.size());
        const std::span<const TrainingPosition> mine =
            part_of(std::span(positions_).subspan(first, last - first), thread, threads_);
        const double progress =
            (state_.epoch + static_cast<double>(batch) / static_cast<double>(batches_)) / settings_.epochs;
        const Target target = target_at(settings_, progress);
        errors_[thread] += workers_[thread].backward(state_.weights, mine, target, gradients_[thread]);
        if (thread == 0) {
            ++state_.steps;
            learning_rate_ = rate_at(settings_, progress);
        }
        barrier_.arrive_and_wait();
        // Each thread updates its own part of the weights, in whole cache lines.
        const std::size_t size = settings_.shape.size();
        const std::size_t part = (size / threads_ + 63) / 64 * 64;
        const std::size_t from = std::min(thread * part, size);
        const std::size_t to = thread + 1 == threads_ ? size : std::min((thread + 1) * part, size);
        take_step(state_, gradients_, settings_, 1.0F / static_cast<float>(last - first), learning_rate_, from, to);
        // Read before the second barrier; behind it the other threads change the errors.
        const double error = thread == 0 ? error_sum() : 0.0;
        barrier_.arrive_and_wait();
        if (thread == 0 && tick_) { tick_(last, error / static_cast<double>(last)); }
    }

    TrainState& state_;
    const std::vector<TrainingPosition>& positions_;
    const TrainSettings& settings_;
    const EpochTick& tick_;
    const std::size_t threads_;
    const std::size_t batches_;
    std::vector<NetWeights> gradients_;
    std::vector<double> errors_;
    std::vector<NetWorker> workers_;
    std::barrier<> barrier_;
    float learning_rate_ = 0;
};

}  // namespace

float rate_at(const TrainSettings& settings, double progress) {
    const float end = settings.final_rate.value_or(EndOfLearningRate * settings.learning_rate);
    return static_cast<float>(cosine_schedule(static_cast<double>(settings.learning_rate),
                                              static_cast<double>(end / settings.learning_rate), progress));
}

Target target_at(const TrainSettings& settings, double progress) {
    Target target = settings.target;
    const float change = settings.final_wdl_share.value_or(target.wdl_share) - target.wdl_share;
    target.wdl_share += change * static_cast<float>(progress);
    return target;
}

TrainState start_training(const TrainSettings& settings) {
    TrainState state;
    state.weights = random_weights(settings.shape, settings.seed);
    state.m.assign(settings.shape.size(), 0.0F);
    state.v.assign(settings.shape.size(), 0.0F);
    state.ema = state.weights;
    return state;
}

double mean_error(const NetWeights& weights, const std::vector<TrainingPosition>& positions,
                  const TrainSettings& settings) {
    if (positions.empty()) { return 0; }
    const double sum = parallel_sum(settings.threads, [&](std::size_t thread) {
        NetWorker worker(settings.shape);
        const auto mine = part_of(std::span(positions), thread, static_cast<std::size_t>(settings.threads));
        return worker.error(weights, mine, target_at(settings, 1));
    });
    return sum / static_cast<double>(positions.size());
}

void restore_order(const TrainState& state, TrainingSet& set, const TrainSettings& settings) {
    for (int epoch = 1; epoch <= state.epoch; ++epoch) { shuffle_for_epoch(set, settings, epoch); }
}

std::uint64_t fingerprint(const TrainSettings& settings, const TrainingSet& set) {
    // Checkpoints keep the checksum of this text: another text would orphan them. So newer settings are in it only if
    // they are used.
    std::ostringstream text;
    text << std::setprecision(9) << settings.epochs << ' ' << settings.batch << ' ' << settings.learning_rate << ' '
         << settings.weight_decay << ' ' << settings.ema_decay << ' ' << settings.seed << ' ' << settings.start << ' '
         << settings.target.wdl_share << ' ' << settings.target.sigmoid_scale << ' ' << set.training.size() << ' '
         << checksum_of(set.training) << ' ' << checksum_of(set.validation);
    if (settings.final_rate) { text << " final rate " << *settings.final_rate; }
    if (settings.final_wdl_share) { text << " final share " << *settings.final_wdl_share; }
    const std::string bytes = text.str();
    return crc32({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

const TrainReport& train_epoch(TrainState& state, TrainingSet& set, const TrainSettings& settings,
                               const EpochTick& tick) {
    const auto begin = std::chrono::steady_clock::now();
    shuffle_for_epoch(set, settings, state.epoch + 1);
    Epoch epoch(state, set.training, settings, tick);
    in_parallel(settings.threads, [&](std::size_t thread) { epoch.run(thread); });
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

    ++state.epoch;
    TrainReport report;
    report.epoch = state.epoch;
    report.learning_rate = epoch.learning_rate();
    const auto size = static_cast<double>(set.training.size());
    report.training_error = epoch.error_sum() / std::max(size, 1.0);
    report.validation_error = mean_error(state.ema, set.validation, settings);
    report.positions_per_second = size / seconds;
    state.reports.push_back(report);
    return state.reports.back();
}

}  // namespace skua::lab
