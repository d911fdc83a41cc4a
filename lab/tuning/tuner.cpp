#include "lab/tuning/tuner.h"

#include <algorithm>
#include <barrier>
#include <cmath>
#include <numeric>
#include <utility>

#include "lab/games/filter.h"
#include "lab/support/optimiser.h"
#include "lab/support/parallel.h"
#include "lab/tuning/rules.h"

namespace skua::lab {

namespace {

// The learning rate ends at this share of its start.
constexpr double EndOfLearningRate = 0.02;

// Adam over all parameters, with weight decay towards their start, and back to the rules after each step. The gradients
// are sums over a batch and can be very small or large, so epsilon is tiny.
class Optimiser {
public:
    Optimiser(const ParameterVector& start, double pull) : start_(start) {
        adam_.epsilon = 1e-12;
        adam_.weight_decay = pull;
    }

    void step(ParameterVector& parameters, const ParameterVector& gradient, double learning_rate) {
        const AdamW<double>::Step step(adam_, ++steps_, learning_rate);
        // Adam divides each gradient by its usual size. Where values are averaged, this size weighs them again, so that
        // those which many positions show decide.
        ParameterVector importance;
        for (std::size_t i = 0; i < ParameterCount; ++i) {
            parameters[i] = start_[i] + step(parameters[i] - start_[i], gradient[i], m_[i], v_[i]);
            importance[i] = std::sqrt(v_[i]) + adam_.epsilon;
        }
        project(parameters, importance);
    }

private:
    AdamW<double> adam_;
    ParameterVector start_;
    std::uint64_t steps_ = 0;
    ParameterVector m_{};
    ParameterVector v_{};
};

// One run over all positions in this order, batch by batch. Returns the mean error on the way.
double run_epoch(const SampleCollection& training, const std::vector<std::uint32_t>& order, int epoch, double k,
                 const TuneSettings& settings, Optimiser& optimiser, ParameterVector& parameters) {
    const auto threads = static_cast<std::size_t>(settings.threads);
    const std::size_t batches = (training.size() + settings.batch - 1) / settings.batch;
    std::vector<ParameterVector> gradients(threads);
    for (ParameterVector& gradient : gradients) { gradient.fill(0); }
    std::size_t batch = 0;
    // Between batches one thread adds up the gradients and takes the step.
    const auto take_step = [&]() noexcept {
        ParameterVector sum{};
        for (ParameterVector& gradient : gradients) {
            for (std::size_t i = 0; i < ParameterCount; ++i) { sum[i] += gradient[i]; }
            gradient.fill(0);
        }
        const double progress =
            (static_cast<double>(epoch - 1) + static_cast<double>(batch) / static_cast<double>(batches)) /
            settings.epochs;
        optimiser.step(parameters, sum, cosine_schedule(settings.learning_rate, EndOfLearningRate, progress));
        ++batch;
    };
    std::barrier barrier(static_cast<std::ptrdiff_t>(threads), take_step);
    const double error = parallel_sum(settings.threads, [&](std::size_t thread) {
        double sum = 0;
        for (std::size_t number = 0; number < batches; ++number) {
            const std::size_t end = std::min((number + 1) * settings.batch, training.size());
            for (std::size_t i = number * settings.batch + thread; i < end; i += threads) {
                const Sample& sample = training[order[i]];
                sum += add_error_gradient(sample, training.counts(sample), parameters, k, gradients[thread]);
            }
            barrier.arrive_and_wait();
        }
        return sum;
    });
    return error / static_cast<double>(std::max<std::size_t>(training.size(), 1));
}

}  // namespace

void TuningSet::add(const GameRecord& record, std::size_t per_game, Prng& prng) {
    std::vector<std::size_t> quiet;
    std::vector<Position> positions;
    Position position = record.start;
    for (std::size_t ply = 0; ply < record.plies.size(); ++ply) {
        const MoveScore& each = record.plies[ply];
        if (is_quiet_position(position, each.move, each.score, static_cast<int>(ply))) {
            quiet.push_back(ply);
            positions.push_back(position);
        }
        position.play(each.move);
    }
    const float result = static_cast<float>(record.result) / 2.0F;
    for (std::size_t taken = 0; taken < per_game && !quiet.empty(); ++taken) {
        const std::size_t choice = prng.below(static_cast<std::uint32_t>(quiet.size()));
        if (samples.add(positions[choice], result)) {
            scores.push_back(record.plies[quiet[choice]].score);
            results.push_back(result);
        }
        quiet[choice] = quiet.back();
        quiet.pop_back();
        positions[choice] = positions.back();
        positions.pop_back();
    }
}

void TuningSet::blend_targets(double wdl_share, double k) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double target = wdl_share * static_cast<double>(results[i]) + (1 - wdl_share) * expectation(scores[i], k);
        samples.set_target(i, static_cast<float>(target));
    }
}

double mean_error(const SampleCollection& samples, const ParameterVector& parameters, double k, int threads) {
    if (samples.size() == 0) { return 0; }
    const double sum = parallel_sum(threads, [&](std::size_t thread) {
        double errors = 0;
        for (std::size_t i = thread; i < samples.size(); i += static_cast<std::size_t>(threads)) {
            const Sample& sample = samples[i];
            const double value = evaluate_sample(sample, samples.counts(sample), parameters);
            const double error = expectation(value, k) - static_cast<double>(sample.target);
            errors += error * error;
        }
        return errors;
    });
    return sum / static_cast<double>(samples.size());
}

ParameterVector tune(const SampleCollection& training, const SampleCollection& validation, ParameterVector parameters,
                     double k, const TuneSettings& settings, const std::function<bool(const EpochReport&)>& report) {
    ParameterVector equal;
    equal.fill(1);
    project(parameters, equal);
    ParameterVector best = parameters;
    double best_error = mean_error(validation, parameters, k, settings.threads);
    std::vector<std::uint32_t> order(training.size());
    std::iota(order.begin(), order.end(), 0U);
    Prng prng(settings.seed);
    Optimiser optimiser(parameters, settings.pull);

    for (int epoch = 1; epoch <= settings.epochs; ++epoch) {
        for (std::size_t i = order.size(); i > 1; --i) {
            std::swap(order[i - 1], order[prng.below(static_cast<std::uint32_t>(i))]);
        }
        EpochReport result;
        result.epoch = epoch;
        result.training_error = run_epoch(training, order, epoch, k, settings, optimiser, parameters);
        result.validation_error = mean_error(validation, parameters, k, settings.threads);
        if (result.validation_error <= best_error) {
            best_error = result.validation_error;
            best = parameters;
        }
        if (!report(result)) { break; }
    }
    return best;
}

}  // namespace skua::lab
