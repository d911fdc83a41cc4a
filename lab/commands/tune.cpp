#include <chrono>
#include <iomanip>
#include <iostream>

#include "base/parse.h"
#include "eval/classical/classical.h"
#include "lab/commands/commands.h"
#include "lab/games/dataset.h"
#include "lab/support/files.h"
#include "lab/support/parallel.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"
#include "lab/tuning/tuner.h"
#include "lab/tuning/weights_file.h"

namespace skua::lab {

namespace {

// Every twentieth game is for validation. Positions of one game are alike, so whole games are kept apart.
constexpr std::uint64_t ValidationPart = 20;

struct Settings {
    Settings() { tune.threads = default_threads(); }

    std::vector<std::string> games;
    std::string weights = "src/eval/classical/weights.inc";
    std::size_t per_game = 10;
    std::size_t positions = 20'000'000;
    double wdl_share = 0.6;
    TuneSettings tune;
};

// The file of weights, if it is the one that this program was built from.
Result<std::string> read_own_weights(const std::string& path) {
    Result<std::string> text = contents_of(path);
    if (!text) { return text; }
    const Result<std::string> unchanged = rewrite_weights(*text, classical::DefaultWeights);
    if (!unchanged) { return Error{path + ": " + unchanged.error()}; }
    if (*unchanged != *text) {
        return Error{in_quotes(path, 200) + " has other values than this program; build it again first"};
    }
    if (std::optional<Error> error = cant_write(path)) { return *std::move(error); }
    return text;
}

int run(const Settings& settings) {
    const Result<std::string> old_text = read_own_weights(settings.weights);
    if (!old_text) { return complain(old_text.error()); }

    TuningSet training;
    TuningSet validation;
    Prng prng(settings.tune.seed);
    std::uint64_t games = 0;
    const std::optional<Error> unreadable = for_each_game(settings.games, [&](const GameRecord& record) {
        if (training.samples.size() >= settings.positions) { return; }
        (games++ % ValidationPart == 0 ? validation : training).add(record, settings.per_game, prng);
    });
    if (unreadable) { return complain(unreadable->message); }
    if (training.samples.size() == 0 || validation.samples.size() == 0) {
        return complain("there are too few games: one in " + std::to_string(ValidationPart) +
                        " is set aside for validation, which leaves " + std::to_string(training.samples.size()) +
                        " quiet positions for training and " + std::to_string(validation.samples.size()) +
                        " for validation, and each needs one at least. Tuning needs tens of thousands of games of "
                        "skua-lab datagen");
    }

    const ParameterVector start = to_parameters(classical::DefaultWeights);
    const double k = fit_k(validation.samples, start, settings.tune.threads);
    training.blend_targets(settings.wdl_share, k);
    validation.blend_targets(settings.wdl_share, k);
    const auto error_of = [&](const ParameterVector& parameters) {
        return mean_error(validation.samples, parameters, k, settings.tune.threads);
    };
    std::cerr << counted(games, "game") << ", " << training.samples.size() << " positions for training, "
              << validation.samples.size() << " for validation, "
              << (training.samples.bytes() + validation.samples.bytes()) / 1024 / 1024 << " MB; k = " << k << '\n'
              << std::fixed << std::setprecision(6) << "before: error " << error_of(start) << '\n';

    SignalGuard signals;
    const auto begin = std::chrono::steady_clock::now();
    const ParameterVector best =
        tune(training.samples, validation.samples, start, k, settings.tune, [&](const EpochReport& report) {
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            const double left = seconds / report.epoch * (settings.tune.epochs - report.epoch);
            std::cerr << "epoch " << report.epoch << '/' << settings.tune.epochs << ": training "
                      << report.training_error << ", validation " << report.validation_error << ", "
                      << duration_text(left) << " left\n";
            return !signals.received();
        });
    if (best == start) {
        std::cerr << "no better weights were found; the file stays as it is\n";
        return ExitDone;
    }
    const Result<std::string> text = rewrite_weights(*old_text, to_weights(best));
    if (const std::optional<Error> error = write_file(settings.weights, *text)) { return complain(error->message); }
    std::cerr << "after: error " << error_of(to_parameters(to_weights(best))) << "; written to " << settings.weights
              << '\n';
    return ExitDone;
}

}  // namespace

void add_tune(CLI::App& lab) {
    auto [options, settings] = add_command(lab, "tune", "Tune the weights of the classical evaluation", run);
    options.add_files("games", settings.games, "files of games");
    options.add_text("--weights", settings.weights, "file of weights to rewrite");
    options.add("--epochs", settings.tune.epochs, 1, 100'000, "passes over the positions");
    options.add("--per-game", settings.per_game, 1, 1000, "largest number of positions from one game");
    options.add("--positions", settings.positions, 1, 1'000'000'000, "largest number of positions in all");
    options.add("--rate", settings.tune.learning_rate, 0.0001, 100.0, "learning rate at the start, in centipawns");
    options.add("--wdl", settings.wdl_share, 0.0, 1.0,
                "lambda: share of the game's result in the target; the rest is the score");
    options.add("--threads", settings.tune.threads, 1, 256, "threads to use");
    options.add("--seed", settings.tune.seed, 0, 1'000'000'000, "seed of the random choices");
    options.set_details(
        "Changes the weights so that the evaluation of quiet positions predicts the results of games better.");
}

}  // namespace skua::lab
