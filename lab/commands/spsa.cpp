#include "lab/tuning/spsa.h"

#include <chrono>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <random>

#include "base/parse.h"
#include "lab/commands/commands.h"
#include "lab/games/pairs.h"
#include "lab/support/evaluator_choice.h"
#include "lab/support/files.h"
#include "lab/support/parallel.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string path;
    std::uint64_t pairs = 10'000;
    std::uint64_t nodes = 5'000;
    int threads = default_threads();
    std::size_t hash = 4;
    std::optional<std::uint64_t> seed;
    double rate = 0.002;
    // Games by nodes use no clock, and rarely reach the depth of null-move verification.
    std::string without = "time_,nmp_verification";
    std::string only;
    EvaluatorChoice evaluator;
};

// The parameters that are tuned.
struct Tuned {
    std::vector<const ParameterInfo*> infos;
    std::vector<Spsa::Parameter> parameters;

    explicit Tuned(std::vector<const ParameterInfo*> chosen) : infos(std::move(chosen)) {
        for (const ParameterInfo* const info : infos) {
            parameters.push_back({std::string(info->name), static_cast<double>(info->value), info->low, info->high,
                                  static_cast<double>(info->step)});
        }
    }

    void set(Parameters& parameters_of_search, const std::vector<int>& values) const {
        std::vector<ParameterValue> all;
        for (std::size_t i = 0; i < infos.size(); ++i) { all.push_back({infos[i], values[i]}); }
        set_parameters(parameters_of_search, all);
    }
};

// Plays the games on all threads and saves the state every half minute.
class TuningRun {
public:
    TuningRun(Spsa& spsa, const Tuned& tuned, const Settings& settings, EvaluatorFactory evaluator)
        : spsa_(spsa),
          tuned_(tuned),
          settings_(settings),
          evaluator_(std::move(evaluator)),
          // A run that resumes plays other games than the one before it, even with the same seed.
          prng_((settings.seed ? *settings.seed : std::random_device()()) ^ Prng(spsa.finished()).next()),
          finished_before_(spsa.finished()) {
        play_.limits = self_play_limits(settings.nodes);
        openings_.chess960_share = 0;
    }

    std::optional<Error> play() {
        in_parallel(settings_.threads, [this](std::size_t thread) { play_pairs(thread); });
        return error_ ? error_ : write_file(settings_.path, spsa_.to_text());
    }

private:
    void play_pairs(std::size_t thread) {
        Searcher plus(RunsOn::CallersThread, settings_.hash, evaluator_);
        Searcher minus(RunsOn::CallersThread, settings_.hash, evaluator_);
        std::unique_lock lock(mutex_);
        while (!spsa_.is_done() && !stop_) {
            const Spsa::Iteration iteration = spsa_.start(prng_);
            Prng own(prng_.next());
            lock.unlock();
            tuned_.set(plus.parameters(), iteration.plus);
            tuned_.set(minus.parameters(), iteration.minus);
            Variant variant = Variant::Standard;
            plus.clear();
            const std::optional<Game> opening = choose_opening(plus, openings_, own.below(2), own, variant, stop_);
            const std::optional<PlayedPair> pair =
                opening ? play_pair(plus, minus, *opening, variant, play_, stop_) : std::nullopt;
            lock.lock();
            if (thread == 0 && signals_.received()) { stop_ = true; }
            if (!pair) { break; }
            spsa_.finish(iteration, pair->half_points() - 2);
            save_if_due();
        }
    }

    void save_if_due() {
        const auto now = std::chrono::steady_clock::now();
        if (now - last_save_ < std::chrono::seconds(30)) { return; }
        last_save_ = now;
        error_ = write_file(settings_.path, spsa_.to_text());
        if (error_) { stop_ = true; }
        const double seconds = std::chrono::duration<double>(now - begin_).count();
        const double speed = static_cast<double>(spsa_.finished() - finished_before_) / seconds;
        const double left = static_cast<double>(spsa_.iterations() - spsa_.finished()) / speed;
        std::cerr << spsa_.finished() << " of " << settings_.pairs << " pairs, " << std::fixed << std::setprecision(2)
                  << speed << "/s, " << duration_text(left) << " left\n";
    }

    SignalGuard signals_;
    std::mutex mutex_;  // guards the members below
    Spsa& spsa_;
    const Tuned& tuned_;
    const Settings& settings_;
    const EvaluatorFactory evaluator_;
    PlaySettings play_;
    SelfPlaySettings openings_;
    Prng prng_;
    const std::uint64_t finished_before_;
    std::optional<Error> error_;
    std::atomic<bool> stop_{false};
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point last_save_ = begin_;
};

int run(const Settings& settings) {
    Result<EvaluatorFactory> evaluator = settings.evaluator.factory();
    if (!evaluator) { return complain(evaluator.error()); }
    Result<std::vector<const ParameterInfo*>> chosen = choose_parameters(settings.only, settings.without);
    if (!chosen) { return complain(chosen.error()); }
    if (ParametersAreFixed) { return complain(FixedParametersMessage); }
    const Tuned tuned(*std::move(chosen));
    Spsa spsa(tuned.parameters, settings.pairs, settings.rate);
    if (const std::optional<Error> error = cant_write(settings.path)) { return complain(error->message); }
    if (std::filesystem::exists(settings.path)) {
        const Result<std::string> text = contents_of(settings.path);
        if (!text) { return complain(text.error()); }
        if (const std::optional<Error> error = spsa.read(*text)) {
            return complain(in_quotes(settings.path, 200) + ": " + error->message);
        }
        std::cerr << "Resuming after " << counted(spsa.finished(), "pair") << '\n';
    }
    if (const std::optional<Error> error = TuningRun(spsa, tuned, settings, *std::move(evaluator)).play()) {
        return complain(error->message);
    }
    std::cout << "after " << spsa.finished() << " of " << settings.pairs << " pairs:\n";
    for (std::size_t i = 0; i < tuned.parameters.size(); ++i) {
        const Spsa::Parameter& now = spsa.parameters()[i];
        std::cout << "  " << std::left << std::setw(26) << now.name << std::right << std::setw(7)
                  << std::lround(tuned.parameters[i].value) << " -> " << std::lround(now.value) << '\n';
    }
    return ExitDone;
}

}  // namespace

void add_spsa(CLI::App& lab) {
    auto [options, settings] = add_command(lab, "spsa", "Tune the parameters of the search by playing games", run);
    options.add_file("state", settings.path, "file with the state of the run, to be made or resumed");
    options.add("--pairs", settings.pairs, 10, 1'000'000'000, "pairs of games in all");
    options.add("--nodes", settings.nodes, 1, 1'000'000'000,
                "nodes to search per move, or some more to complete an iteration");
    options.add("--rate", settings.rate, 1e-6, 1.0, "learning rate at the end (R_end): in steps of a parameter");
    options.add_text("--without", settings.without, "leave out parameters whose names begin like this");
    options.add_text("--only", settings.only, "tune only parameters whose names begin like this");
    options.add("--threads", settings.threads, 1, 1024, "games played at the same time");
    options.add("--hash", settings.hash, 1, 65536, "megabytes of transposition table for each player");
    options.add("--seed", settings.seed, 0, 1'000'000'000'000,
                "seed of the openings and perturbations; random if absent");
    settings.evaluator.add_options(options);
    options.set_details(
        "Pairs of games between two versions of the search move its parameters towards those that win. After Ctrl-C\n"
        "the same command resumes from the state.");
}

}  // namespace skua::lab
