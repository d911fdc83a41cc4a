#include <chrono>
#include <iomanip>
#include <iostream>

#include "base/parse.h"
#include "eval/classical/classical.h"
#include "lab/commands/commands.h"
#include "lab/games/dataset.h"
#include "lab/support/files.h"
#include "lab/support/fitting.h"
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
    std::string start;
    std::size_t per_game = 10;
    std::size_t positions = 20'000'000;
    double wdl_share = 0.6;
    double sigmoid_scale = DefaultSigmoidScale;  // one scale for all evaluations: the search's margins depend on it
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

// Where tuning starts: a file of weights, or without one the weights of this program.
Result<ParameterVector> starting_point(const std::string& path) {
    if (path.empty()) { return to_parameters(classical::DefaultWeights); }
    const Result<std::string> text = contents_of(path);
    if (!text) { return Error{text.error()}; }
    const Result<std::vector<WrittenTerm>> terms = read_weights(*text);
    if (!terms) { return Error{path + ": " + terms.error()}; }
    const Result<classical::Weights> weights = own_weights(*terms);
    if (!weights) { return Error{path + ": " + weights.error()}; }
    return to_parameters(*weights);
}

int run(const Settings& settings) {
    const Result<std::string> old_text = read_own_weights(settings.weights);
    if (!old_text) { return complain(old_text.error()); }
    const Result<ParameterVector> start = starting_point(settings.start);
    if (!start) { return complain(start.error()); }

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

    const double k = settings.sigmoid_scale;
    training.blend_targets(settings.wdl_share, k);
    validation.blend_targets(settings.wdl_share, k);
    const auto error_of = [&](const ParameterVector& parameters) {
        return mean_error(validation.samples, parameters, k, settings.tune.threads);
    };
    std::cerr << counted(games, "game") << ", " << training.samples.size() << " positions for training, "
              << validation.samples.size() << " for validation, "
              << (training.samples.bytes() + validation.samples.bytes()) / 1024 / 1024 << " MB\n"
              << std::fixed << std::setprecision(6) << "before: error "
              << error_of(to_parameters(classical::DefaultWeights)) << '\n';

    SignalGuard signals;
    const auto begin = std::chrono::steady_clock::now();
    const ParameterVector best =
        tune(training.samples, validation.samples, *start, k, settings.tune, [&](const EpochReport& report) {
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            const double left = seconds / report.epoch * (settings.tune.epochs - report.epoch);
            std::cerr << "epoch " << report.epoch << '/' << settings.tune.epochs << ": training "
                      << report.training_error << ", validation " << report.validation_error << ", "
                      << duration_text(left) << " left\n";
            return !signals.received();
        });
    if (to_weights(best) == classical::DefaultWeights) {
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
    options.add_text("--start", settings.start, "file of weights to start from; without one, the present weights");
    options.add("--epochs", settings.tune.epochs, 1, 100'000, "passes over the positions");
    options.add("--per-game", settings.per_game, 1, 1000, "largest number of positions from one game");
    options.add("--positions", settings.positions, 1, 1'000'000'000, "largest number of positions in all");
    options.add("--rate", settings.tune.learning_rate, 0.0001, 100.0, "learning rate at the start, in centipawns");
    options.add("--pull", settings.tune.pull, 0.0, 1.0,
                "weight decay towards the start, for each centipawn of the learning rate");
    options.add("--wdl", settings.wdl_share, 0.0, 1.0,
                "lambda: share of the game's result in the target; the rest is the score");
    options.add("--k", settings.sigmoid_scale, 1e-4, 0.1, "sigmoid scale: from centipawns to expected results");
    options.add("--threads", settings.tune.threads, 1, 256, "threads to use");
    options.add("--seed", settings.tune.seed, 0, 1'000'000'000, "seed of the random choices");
    options.set_details(
        "Changes the weights so that the evaluation of quiet positions predicts the results of games better, within\n"
        "the rules that the file has beside each term.");
}

}  // namespace skua::lab
