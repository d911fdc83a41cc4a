#include "lab/training/trainer.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <iomanip>
#include <numeric>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>

#include "base/checksum.h"
#include "lab/support/optimiser.h"
#include "lab/support/parallel.h"
#include "lab/training/factoriser.h"

namespace skua::lab {

namespace {

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

// One AdamW step for the weights from `from` to `to`, none of which becomes larger than `largest`. Clears the
// gradients.
void take_step(TrainState& state, std::vector<NetWeights>& gradients, const TrainSettings& settings, float scale,
               float learning_rate, float largest, std::size_t from, std::size_t to) {
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
        weights[i] = std::min(std::max(value, -largest), largest);
        ema[i] = keep * ema[i] + (1 - keep) * weights[i];
    }
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
    Epoch(TrainState& state, PositionSource& positions, const TrainSettings& settings, const EpochTick& tick)
        : state_(state),
          positions_(positions),
          settings_(settings),
          tick_(tick),
          threads_(static_cast<std::size_t>(settings.threads)),
          batches_((positions.size() + settings.batch - 1) / settings.batch),
          gradients_(threads_, NetWeights(trained_size(settings.shape), 0.0F)),
          errors_(threads_, 0.0),
          // Allocated here, because a thread that failed would leave the others waiting.
          workers_(threads_, NetWorker(settings.shape)),
          barrier_(static_cast<std::ptrdiff_t>(threads_)) {
        if (has_shared_rows()) { merged_ = merge(settings.shape, state.weights); }
        fetch();
    }

    void run(std::size_t thread) {
        for (std::size_t batch = 0; batch < batches_ && !failure_; ++batch) { run_batch(thread, batch); }
    }

    [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
    [[nodiscard]] float learning_rate() const { return learning_rate_; }
    [[nodiscard]] double error_sum() const { return std::accumulate(errors_.begin(), errors_.end(), 0.0); }

private:
    [[nodiscard]] bool has_shared_rows() const { return settings_.shape.king_buckets > 1; }

    // Takes the next batch from the source.
    void fetch() {
        try {
            const Result<std::span<const TrainingPosition>> next = positions_.next(settings_.batch);
            if (next) {
                batch_ = *next;
            } else {
                failure_ = Error{next.error()};
            }
        } catch (const std::exception& error) { failure_ = Error{error.what()}; }
    }

    void run_batch(std::size_t thread, std::size_t batch) {
        const std::size_t size = batch_.size();
        const double progress =
            (state_.epoch + static_cast<double>(batch) / static_cast<double>(batches_)) / settings_.epochs;
        const Target target = target_at(settings_, progress);
        const NetWeights& weights = has_shared_rows() ? merged_ : state_.weights;
        errors_[thread] +=
            workers_[thread].backward(weights, part_of(batch_, thread, threads_), target, gradients_[thread]);
        add_shared_gradient(settings_.shape, gradients_[thread]);
        if (thread == 0) {
            ++state_.steps;
            learning_rate_ = rate_at(settings_, progress);
        }
        barrier_.arrive_and_wait();
        // Each thread updates its own part of the weights, in whole cache lines.
        const std::size_t all = trained_size(settings_.shape);
        const std::size_t part = (all / threads_ + 63) / 64 * 64;
        const std::size_t from = std::min(thread * part, all);
        const std::size_t to = thread + 1 == threads_ ? all : std::min((thread + 1) * part, all);
        for (std::size_t first = from; first < to;) {
            const WeightLimit limit = weight_limit(settings_.shape, first);
            const std::size_t end = std::min(limit.end, to);
            take_step(state_, gradients_, settings_, 1.0F / static_cast<float>(size), learning_rate_, limit.largest,
                      first, end);
            first = end;
        }
        // Between the barriers: nobody reads the batch, and behind the second the other threads change the errors.
        double error = 0;
        if (thread == 0) {
            done_ += size;
            error = error_sum();
            fetch();
        }
        barrier_.arrive_and_wait();
        if (has_shared_rows()) {
            merge_part(settings_.shape, state_.weights, thread, threads_, merged_);
            barrier_.arrive_and_wait();
        }
        if (thread == 0 && tick_) { tick_(done_, error / static_cast<double>(done_)); }
    }

    TrainState& state_;
    PositionSource& positions_;
    const TrainSettings& settings_;
    const EpochTick& tick_;
    const std::size_t threads_;
    const std::size_t batches_;
    std::span<const TrainingPosition> batch_;
    std::size_t done_ = 0;
    std::optional<Error> failure_;
    NetWeights merged_;  // the network's weights, if they are not the trained ones
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
    state.weights = factorise(settings.shape, random_weights(settings.shape, settings.seed));
    state.m.assign(state.weights.size(), 0.0F);
    state.v.assign(state.weights.size(), 0.0F);
    state.ema = state.weights;
    return state;
}

double mean_error(const NetWeights& weights, const std::vector<TrainingPosition>& positions,
                  const TrainSettings& settings) {
    if (positions.empty()) { return 0; }
    const NetWeights merged = merge(settings.shape, weights);
    const double sum = parallel_sum(settings.threads, [&](std::size_t thread) {
        NetWorker worker(settings.shape);
        const auto mine = part_of(std::span(positions), thread, static_cast<std::size_t>(settings.threads));
        return worker.error(merged, mine, target_at(settings, 1));
    });
    return sum / static_cast<double>(positions.size());
}

void restore_order(const TrainState& state, TrainingSet& set, const TrainSettings& settings) {
    MemoryPositions positions(set, settings.seed);
    for (int epoch = 1; epoch <= state.epoch; ++epoch) { positions.start_epoch(epoch); }
}

std::uint64_t fingerprint(const TrainSettings& settings, const PositionSource& positions) {
    // Checkpoints keep the checksum of this text: another text would orphan them. So newer settings are in it only if
    // they are used.
    std::ostringstream text;
    text << std::setprecision(9) << settings.epochs << ' ' << settings.batch << ' ' << settings.learning_rate << ' '
         << settings.weight_decay << ' ' << settings.ema_decay << ' ' << settings.seed << ' ' << settings.start << ' '
         << settings.target.wdl_share << ' ' << settings.target.sigmoid_scale << ' ' << positions.identity();
    if (settings.final_rate) { text << " final rate " << *settings.final_rate; }
    if (settings.final_wdl_share) { text << " final share " << *settings.final_wdl_share; }
    const std::string bytes = text.str();
    return crc32({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

std::optional<Error> train_epoch(TrainState& state, PositionSource& positions, const TrainSettings& settings,
                                 const EpochTick& tick) {
    const auto begin = std::chrono::steady_clock::now();
    positions.start_epoch(state.epoch + 1);
    Epoch epoch(state, positions, settings, tick);
    in_parallel(settings.threads, [&](std::size_t thread) { epoch.run(thread); });
    if (epoch.failure()) { return epoch.failure(); }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

    ++state.epoch;
    TrainReport report;
    report.epoch = state.epoch;
    report.learning_rate = epoch.learning_rate();
    const auto size = static_cast<double>(positions.size());
    report.training_error = epoch.error_sum() / std::max(size, 1.0);
    report.validation_error = mean_error(state.ema, positions.validation(), settings);
    report.positions_per_second = size / seconds;
    state.reports.push_back(report);
    return std::nullopt;
}

const TrainReport& train_epoch(TrainState& state, TrainingSet& set, const TrainSettings& settings,
                               const EpochTick& tick) {
    MemoryPositions positions(set, settings.seed);
    if (const std::optional<Error> error = train_epoch(state, positions, settings, tick)) {
        throw std::runtime_error(error->message);  // no memory for what it needs
    }
    return state.reports.back();
}

}  // namespace skua::lab
