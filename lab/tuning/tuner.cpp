#include "lab/tuning/tuner.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>

#include "base/prng.h"
#include "lab/games/dataset.h"
#include "lab/games/filter.h"
#include "lab/support/arguments.h"
#include "lab/support/files.h"
#include "lab/support/fitting.h"
#include "lab/support/parallel.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"
#include "lab/tuning/weights_file.h"

namespace skua::lab {

namespace {

// Adam: each parameter has its own pace, from the mean and the spread of its gradient.
class Adam {
public:
    void step(ParameterVector& parameters, const ParameterVector& gradient, double rate) {
        constexpr double MeanDecay = 0.9;
        constexpr double SpreadDecay = 0.999;
        ++steps_;
        const double mean_correction = 1 - std::pow(MeanDecay, steps_);
        const double spread_correction = 1 - std::pow(SpreadDecay, steps_);
        for (std::size_t i = 0; i < ParameterCount; ++i) {
            mean_[i] = MeanDecay * mean_[i] + (1 - MeanDecay) * gradient[i];
            spread_[i] = SpreadDecay * spread_[i] + (1 - SpreadDecay) * gradient[i] * gradient[i];
            parameters[i] -= rate * (mean_[i] / mean_correction) / (std::sqrt(spread_[i] / spread_correction) + 1e-12);
        }
    }

private:
    int steps_ = 0;
    ParameterVector mean_{};
    ParameterVector spread_{};
};

}  // namespace

double mean_error(const SampleCollection& samples, const ParameterVector& parameters, double k, int threads) {
    if (samples.size() == 0) { return 0; }
    std::vector<double> sums(static_cast<std::size_t>(threads), 0.0);
    in_parallel(threads, [&](std::size_t thread) {
        double sum = 0;
        for (std::size_t i = thread; i < samples.size(); i += static_cast<std::size_t>(threads)) {
            const Sample& sample = samples[i];
            const double value = evaluate_sample(sample, samples.counts(sample), parameters);
            const double error = expectation(value, k) - static_cast<double>(sample.target);
            sum += error * error;
        }
        sums[thread] = sum;
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(samples.size());
}

double fit_k(const SampleCollection& samples, const ParameterVector& parameters, int threads) {
    return lowest(0.0005, 0.02, 1e-5, [&](double k) { return mean_error(samples, parameters, k, threads); });
}

ParameterVector tune(const SampleCollection& training, const SampleCollection& validation, ParameterVector parameters,
                     double k, const TuneSettings& settings, const std::function<bool(const EpochReport&)>& tell) {
    ParameterVector best = parameters;
    double best_error = mean_error(validation, parameters, k, settings.threads);
    const auto threads = static_cast<std::size_t>(settings.threads);
    const std::size_t batches = (training.size() + settings.batch - 1) / settings.batch;
    std::vector<std::uint32_t> order(training.size());
    std::iota(order.begin(), order.end(), 0U);
    Prng prng(settings.seed);
    Adam adam;

    for (int epoch = 1; epoch <= settings.epochs; ++epoch) {
        for (std::size_t i = order.size(); i > 1; --i) {
            std::swap(order[i - 1], order[prng.below(static_cast<std::uint32_t>(i))]);
        }

        std::vector<ParameterVector> gradients(threads);
        std::vector<double> errors(threads, 0.0);
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
            const double rate = settings.rate * (0.02 + 0.98 * 0.5 * (1 + std::cos(progress * 3.141592653589793)));
            adam.step(parameters, sum, rate);
            ++batch;
        };
        std::barrier barrier(static_cast<std::ptrdiff_t>(threads), take_step);
        for (ParameterVector& gradient : gradients) { gradient.fill(0); }
        in_parallel(settings.threads, [&](std::size_t thread) {
            for (std::size_t number = 0; number < batches; ++number) {
                const std::size_t end = std::min((number + 1) * settings.batch, training.size());
                for (std::size_t i = number * settings.batch + thread; i < end; i += threads) {
                    const Sample& sample = training[order[i]];
                    errors[thread] +=
                        add_error_gradient(sample, training.counts(sample), parameters, k, gradients[thread]);
                }
                barrier.arrive_and_wait();
            }
        });

        EpochReport report;
        report.epoch = epoch;
        report.training_error = std::accumulate(errors.begin(), errors.end(), 0.0) /
                                static_cast<double>(std::max<std::size_t>(training.size(), 1));
        report.validation_error = mean_error(validation, parameters, k, settings.threads);
        if (report.validation_error <= best_error) {
            best_error = report.validation_error;
            best = parameters;
        }
        if (!tell(report)) { break; }
    }
    return best;
}

// ---------------------------------------------------------------------- the command

namespace {

struct RawSamples {
    SampleCollection samples;
    std::vector<std::int16_t> scores;  // of the search, White's view
    std::vector<float> results;        // of the game
};

// Some quiet positions of a game, at random.
void collect(const GameRecord& record, std::size_t per_game, Prng& prng, RawSamples& into) {
    std::vector<std::size_t> quiet;
    Position position = record.start;
    std::vector<Position> positions;
    for (std::size_t ply = 0; ply < record.plies.size(); ++ply) {
        const MoveScore& each = record.plies[ply];
        if (is_quiet_position(position, each.move, each.score, static_cast<int>(ply))) {
            quiet.push_back(ply);
            positions.push_back(position);
        }
        position.play(each.move);
    }
    for (std::size_t taken = 0; taken < per_game && !quiet.empty(); ++taken) {
        const std::size_t choice = prng.below(static_cast<std::uint32_t>(quiet.size()));
        const float result = static_cast<float>(half_points(record.result, Color::White)) / 2.0F;
        if (into.samples.add(positions[choice], result)) {
            into.scores.push_back(record.plies[quiet[choice]].score);
            into.results.push_back(result);
        }
        quiet[choice] = quiet.back();
        quiet.pop_back();
        positions[choice] = positions.back();
        positions.pop_back();
    }
}

void blend_targets(RawSamples& raw, double wdl, double k) {
    for (std::size_t i = 0; i < raw.samples.size(); ++i) {
        const double target = wdl * static_cast<double>(raw.results[i]) + (1 - wdl) * expectation(raw.scores[i], k);
        raw.samples.set_target(i, static_cast<float>(target));
    }
}

}  // namespace

int run_tune(std::span<const std::string_view> arguments) {
    std::int64_t epochs = 30;
    std::int64_t threads = usual_threads();
    std::int64_t per_game = 10;
    std::int64_t limit = 20'000'000;
    std::int64_t seed = 1;
    double rate = 1.0;
    double wdl = 0.6;
    std::string weights_path = "src/eval/classical/weights.inc";
    ArgumentReader reader("tune", "<games>...", "finds the weights that predict the results of these games best", 1,
                          1000);
    reader.add<std::int64_t>("--epochs", epochs, 1, 100000, "passes over the positions");
    reader.add<std::int64_t>("--threads", threads, 1, 256, "threads to use");
    reader.add<std::int64_t>("--per-game", per_game, 1, 1000, "most positions from one game");
    reader.add<std::int64_t>("--positions", limit, 1, 1'000'000'000, "most positions in all");
    reader.add<std::int64_t>("--seed", seed, 0, 1'000'000'000, "of the random choices");
    reader.add<double>("--rate", rate, 0.0001, 100.0, "learning rate in centipawns");
    reader.add<double>("--wdl", wdl, 0.0, 1.0,
                       "share of the game's result in the target; the rest is the search's score");
    reader.add_text("--weights", weights_path, "file", "the file of weights to rewrite");
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> files = reader.read_or_explain(arguments, exit_code);
    if (!files) { return exit_code; }

    // Read it first: a wrong path should not cost an hour.
    const Result<std::string> old_text = contents_of(weights_path);
    if (!old_text) { return complain(old_text.error()); }
    const Result<std::string> unchanged = rewrite_weights(*old_text, classical::DefaultWeights);
    if (!unchanged) { return complain(weights_path + ": " + unchanged.error()); }
    if (*unchanged != *old_text) {
        return complain(in_quotes(weights_path) + " has other values than this program; build it again first");
    }
    if (const std::optional<Error> error = cant_write(weights_path)) { return complain(error->message); }

    RawSamples training;
    RawSamples validation;
    Prng prng(static_cast<std::uint64_t>(seed));
    std::uint64_t games = 0;
    const std::optional<Error> unreadable = for_each_game(*files, [&](const GameRecord& record) {
        if (training.samples.size() >= static_cast<std::size_t>(limit)) { return; }
        // Positions of one game are alike: whole games are kept apart.
        collect(record, static_cast<std::size_t>(per_game), prng, games++ % 20 == 0 ? validation : training);
    });
    if (unreadable) { return complain(unreadable->message); }
    if (training.samples.size() == 0 || validation.samples.size() == 0) {
        return complain("there are too few positions");
    }

    const ParameterVector start = to_parameters(classical::DefaultWeights);
    TuneSettings settings;
    settings.epochs = static_cast<int>(epochs);
    settings.threads = static_cast<int>(threads);
    settings.rate = rate;
    settings.seed = static_cast<std::uint64_t>(seed);
    const double k = fit_k(validation.samples, start, settings.threads);
    blend_targets(training, wdl, k);
    blend_targets(validation, wdl, k);
    std::cerr << games << " games, " << training.samples.size() << " positions to learn from, "
              << validation.samples.size() << " to check with, "
              << (training.samples.bytes() + validation.samples.bytes()) / 1024 / 1024 << " MB; k = " << k << '\n'
              << std::fixed << std::setprecision(6) << "before: error "
              << mean_error(validation.samples, start, k, settings.threads) << '\n';

    HeldSignals signals;
    const auto begin = std::chrono::steady_clock::now();
    const ParameterVector best =
        tune(training.samples, validation.samples, start, k, settings, [&](const EpochReport& report) {
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            std::cerr << "epoch " << report.epoch << '/' << settings.epochs << ": training " << report.training_error
                      << ", validation " << report.validation_error << ", "
                      << duration_text(seconds / report.epoch * (settings.epochs - report.epoch)) << " left\n";
            return !signals.take();
        });

    if (best == start) {
        std::cerr << "nothing was better than the weights there are: they stay\n";
        return ExitDone;
    }
    const Result<std::string> text = rewrite_weights(*old_text, to_weights(best));
    if (const std::optional<Error> error = write_file(weights_path, *text)) { return complain(error->message); }
    std::cerr << "after: error " << mean_error(validation.samples, to_parameters(to_weights(best)), k, settings.threads)
              << "; written to " << weights_path << '\n';
    return ExitDone;
}

}  // namespace skua::lab
