#include "lab/tuning/spsa.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <optional>
#include <random>
#include <sstream>

#include "base/parse.h"
#include "lab/games/selfplay.h"
#include "lab/support/arguments.h"
#include "lab/support/evaluator_choice.h"
#include "lab/support/files.h"
#include "lab/support/parallel.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"
#include "search/parameters.h"

namespace skua::lab {

namespace {

// The usual exponents: how the pace and the width of the trials fall, and how late the pace begins to.
constexpr double PaceFall = 0.602;
constexpr double WidthFall = 0.101;
constexpr double LateStart = 0.1;

// A whole number, so that on average it is this one.
int rounded_by_chance(double value, Prng& prng) { return static_cast<int>(std::floor(value + prng.unit())); }

}  // namespace

Spsa::Spsa(std::vector<Parameter> parameters, std::uint64_t trials, double rate)
    : parameters_(std::move(parameters)), trials_(trials), rate_(rate) {}

double Spsa::width(const Parameter& parameter, std::uint64_t number) const {
    return parameter.step * std::pow(static_cast<double>(trials_) / static_cast<double>(number), WidthFall);
}

Spsa::Trial Spsa::start(Prng& prng) {
    Trial trial;
    trial.number = ++started_;
    for (const Parameter& parameter : parameters_) {
        const int sign = prng.below(2) == 0 ? 1 : -1;
        const double moved = sign * width(parameter, trial.number);
        trial.signs.push_back(sign);
        trial.plus.push_back(
            std::clamp(rounded_by_chance(parameter.value + moved, prng), parameter.low, parameter.high));
        trial.minus.push_back(
            std::clamp(rounded_by_chance(parameter.value - moved, prng), parameter.low, parameter.high));
    }
    return trial;
}

void Spsa::finish(const Trial& trial, int difference) {
    ++finished_;
    const auto all = static_cast<double>(trials_);
    const double late = LateStart * all;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        Parameter& parameter = parameters_[i];
        const double now = width(parameter, trial.number);
        const double pace = rate_ * parameter.step * parameter.step *
                            std::pow((late + all) / (late + static_cast<double>(trial.number)), PaceFall);
        parameter.value = std::clamp(parameter.value + pace / now * difference * trial.signs[i],
                                     static_cast<double>(parameter.low), static_cast<double>(parameter.high));
    }
}

std::string Spsa::to_text() const {
    std::ostringstream text;
    text << "spsa " << finished_ << ' ' << trials_ << '\n' << std::setprecision(10);
    for (const Parameter& parameter : parameters_) { text << parameter.name << ' ' << parameter.value << '\n'; }
    return text.str();
}

std::optional<Error> Spsa::read(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::string word;
    std::uint64_t finished = 0;
    std::uint64_t trials = 0;
    if (!(in >> word >> finished >> trials) || word != "spsa" || finished > trials) {
        return Error{"it is no state of spsa"};
    }
    if (trials != trials_) { return Error{"it belongs to a run of " + std::to_string(trials) + " pairs of games"}; }
    std::vector<Parameter> found = parameters_;
    for (Parameter& parameter : found) {
        if (!(in >> word >> parameter.value) || word != parameter.name || parameter.value < parameter.low ||
            parameter.value > parameter.high) {
            return Error{"its parameters are not those of this run"};
        }
    }
    if (in >> word) { return Error{"its parameters are not those of this run"}; }
    parameters_ = std::move(found);
    started_ = finished;
    finished_ = finished;
    return std::nullopt;
}

bool begins_with_one_of(std::string_view name, std::string_view prefixes) {
    while (!prefixes.empty()) {
        const std::size_t end = std::min(prefixes.find(','), prefixes.size());
        if (end > 0 && name.starts_with(prefixes.substr(0, end))) { return true; }
        prefixes.remove_prefix(std::min(end + 1, prefixes.size()));
    }
    return false;
}

std::optional<int> play_pair(Searcher& first, Searcher& second, const SelfPlaySettings& settings, Prng& prng,
                             const std::atomic<bool>& stop) {
    Variant variant = Variant::Standard;
    first.clear();
    const std::optional<Game> opening = choose_opening(first, settings, prng.below(2), prng, variant, stop);
    if (!opening) { return std::nullopt; }
    int difference = 0;
    for (const bool first_is_white : {true, false}) {
        first.clear();
        second.clear();
        const GameResult result = play_to_the_end(*opening, first_is_white ? first : second,
                                                  first_is_white ? second : first, settings, stop, [](Move, Score) {});
        if (result == GameResult::Unfinished) { return std::nullopt; }
        difference += half_points(result, first_is_white ? Color::White : Color::Black) - 1;
    }
    return difference;
}

// ---------------------------------------------------------------------- the command

namespace {

// As the options say it.
struct Settings {
    std::int64_t pairs = 10'000;
    std::int64_t nodes = 5'000;
    std::int64_t threads = usual_threads();
    std::int64_t hash = 4;
    std::optional<std::int64_t> seed;
    double rate = 0.002;
    // Games by nodes know no time, and rarely get so deep.
    std::string without = "time_,null_verification";
    std::string only;
    JudgeOptions judge;
};

#ifdef SKUA_TUNE

struct Tuned {
    std::vector<int Parameters::*> members;
    std::vector<Spsa::Parameter> parameters;

    void set(Parameters& parameters_of_search, const std::vector<int>& values) const {
        for (std::size_t i = 0; i < members.size(); ++i) { parameters_of_search.*members[i] = values[i]; }
    }
};

int find_parameters(const std::string& path, const Settings& settings) {
    const Result<EvaluatorFactory> evaluator = settings.judge.factory();
    if (!evaluator) { return complain(evaluator.error()); }

    Tuned tuned;
    for (const ParameterInfo& info : ParameterTable) {
        if ((!settings.only.empty() && !begins_with_one_of(info.name, settings.only)) ||
            begins_with_one_of(info.name, settings.without)) {
            continue;
        }
        tuned.members.push_back(info.member);
        tuned.parameters.push_back({std::string(info.name), static_cast<double>(info.value), info.low, info.high,
                                    static_cast<double>(info.step)});
    }
    if (tuned.members.empty()) { return complain("no parameter is left to tune"); }
    Spsa spsa(tuned.parameters, static_cast<std::uint64_t>(settings.pairs), settings.rate);
    if (const std::optional<Error> error = cant_write(path)) { return complain(error->message); }
    if (std::filesystem::exists(path)) {
        const Result<std::string> text = contents_of(path);
        if (!text) { return complain(text.error()); }
        if (const std::optional<Error> error = spsa.read(*text)) {
            return complain(in_quotes(path) + ": " + error->message);
        }
        std::cerr << "Going on after " << spsa.finished() << " pairs\n";
    }

    SelfPlaySettings play;
    play.nodes = static_cast<std::uint64_t>(settings.nodes);
    play.chess960_share = 0;
    HeldSignals signals;
    std::mutex mutex;  // guards spsa, the random numbers and the error
    // A run that goes on plays other games than the one before it, even with the same seed.
    Prng prng((settings.seed ? static_cast<std::uint64_t>(*settings.seed) : std::random_device()()) ^
              Prng(spsa.finished()).next());
    std::optional<Error> error;
    std::atomic<bool> stop{false};
    auto last = std::chrono::steady_clock::now();
    const auto begin = last;
    const std::uint64_t before = spsa.finished();
    in_parallel(static_cast<int>(settings.threads), [&](std::size_t thread) {
        Searcher plus(RunsOn::CallersThread, static_cast<std::size_t>(settings.hash), *evaluator);
        Searcher minus(RunsOn::CallersThread, static_cast<std::size_t>(settings.hash), *evaluator);
        std::unique_lock lock(mutex);
        while (!spsa.is_done() && !stop) {
            const Spsa::Trial trial = spsa.start(prng);
            Prng own(prng.next());
            lock.unlock();
            tuned.set(plus.parameters(), trial.plus);
            tuned.set(minus.parameters(), trial.minus);
            const std::optional<int> difference = play_pair(plus, minus, play, own, stop);
            lock.lock();
            if (thread == 0 && signals.take()) { stop = true; }
            if (!difference) { break; }
            spsa.finish(trial, *difference);
            const auto now = std::chrono::steady_clock::now();
            if (now - last < std::chrono::seconds(30)) { continue; }
            last = now;
            error = write_file(path, spsa.to_text());
            if (error) { stop = true; }
            const double seconds = std::chrono::duration<double>(now - begin).count();
            const double speed = static_cast<double>(spsa.finished() - before) / seconds;
            std::cerr << spsa.finished() << " of " << settings.pairs << " pairs, " << std::fixed << std::setprecision(2)
                      << speed << "/s, " << duration_text(static_cast<double>(spsa.trials() - spsa.finished()) / speed)
                      << " left\n";
        }
    });
    if (!error) { error = write_file(path, spsa.to_text()); }
    if (error) { return complain(error->message); }
    std::cout << "after " << spsa.finished() << " of " << settings.pairs << " pairs:\n";
    for (std::size_t i = 0; i < tuned.parameters.size(); ++i) {
        const Spsa::Parameter& now = spsa.parameters()[i];
        std::cout << "  " << std::left << std::setw(26) << now.name << std::right << std::setw(7)
                  << std::lround(tuned.parameters[i].value) << " -> " << std::lround(now.value) << '\n';
    }
    return ExitDone;
}

#else

int find_parameters(const std::string&, const Settings&) {
    return complain("the parameters of this build are fixed; make PRESET=tune lab builds one for spsa");
}

#endif

}  // namespace

int run_spsa(std::span<const std::string_view> arguments) {
    Settings settings;
    ArgumentReader reader("spsa", "<state>",
                          "Plays pairs of games between versions of the search, and moves its parameters towards\n"
                          "those that win. The state is kept in a file, from which the same command goes on after\n"
                          "Ctrl-C.",
                          1, 1);
    reader.add<std::int64_t>("--pairs", settings.pairs, 10, 1'000'000'000, "of games, in all");
    reader.add<std::int64_t>("--nodes", settings.nodes, 1, 1'000'000'000,
                             "positions per move; begun iterations are completed");
    reader.add<double>("--rate", settings.rate, 1e-6, 1, "how far a won game moves a parameter at the end, in steps");
    reader.add_text("--without", settings.without, "names", "parameters that begin so are left alone");
    reader.add_text("--only", settings.only, "names", "only parameters that begin so");
    reader.add<std::int64_t>("--threads", settings.threads, 1, 1024, "games played at the same time");
    reader.add<std::int64_t>("--hash", settings.hash, 1, 65536, "megabytes for each player");
    reader.add<std::int64_t>("--seed", settings.seed, 0, 1'000'000'000'000, "of the openings and trials");
    settings.judge.describe(reader);
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> words = reader.read_or_explain(arguments, exit_code);
    return words ? find_parameters(words->front(), settings) : exit_code;
}

}  // namespace skua::lab
