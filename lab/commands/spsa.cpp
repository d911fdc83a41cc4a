#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <span>
#include <sstream>

#include "base/checksum.h"
#include "base/parse.h"
#include "lab/commands/commands.h"
#include "lab/games/match.h"
#include "lab/games/opening_choice.h"
#include "lab/support/evaluator_choice.h"
#include "lab/support/files.h"
#include "lab/support/parallel.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"
#include "lab/tuning/spsa_run.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string path;
    std::uint64_t pairs = SpsaSettings{}.trials;
    std::string nodes = "10000:50,25000:35,60000:15";
    int threads = std::min(default_threads(), static_cast<int>(Spsa::Lag));
    std::size_t hash = 8;
    double rate = SpsaSettings{}.rate;
    double steps = 1;
    // Games by nodes use no clock, and rarely reach the depth of null-move verification.
    std::string without = "time_,nmp_verification";
    std::string only;
    std::string start;
    OpeningChoice openings;
    EvaluatorChoice evaluator;
};

// Those that are not tuned.
std::vector<ParameterValue> without_tuned(std::vector<ParameterValue> values,
                                          const std::vector<const ParameterInfo*>& tuned) {
    std::erase_if(values, [&](const ParameterValue& each) {
        return std::find(tuned.begin(), tuned.end(), each.info) != tuned.end();
    });
    return values;
}

// The tuned parameters at the start of the run.
std::vector<Spsa::Parameter> starting_from(const std::vector<const ParameterInfo*>& infos,
                                           const std::vector<ParameterValue>& values, double steps) {
    std::vector<Spsa::Parameter> parameters;
    for (const ParameterInfo* const info : infos) {
        int value = info->value;
        for (const ParameterValue& each : values) {
            if (each.info == info) { value = each.value; }
        }
        parameters.push_back(
            {std::string(info->name), static_cast<double>(value), info->low, info->high, info->step * steps});
    }
    return parameters;
}

// All that the games depend on. The parameters are many, so a checksum stands for their values, ranges and steps.
std::string conditions_of(const Settings& settings, const std::vector<Spsa::Parameter>& parameters,
                          const std::vector<ParameterValue>& fixed, const std::string& openings,
                          std::uint64_t signature) {
    std::ostringstream all;
    all << to_text(fixed) << '\n';
    for (const Spsa::Parameter& each : parameters) {
        all << each.name << ' ' << each.value << ' ' << each.low << ' ' << each.high << ' ' << each.step << '\n';
    }
    const std::string bytes = all.str();
    std::ostringstream text;
    text << settings.pairs << " pairs, rate " << settings.rate << ", nodes " << settings.nodes << ", Hash "
         << settings.hash << ", " << parameters.size() << " parameters ("
         << hexadecimal(crc32(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()))) << "), "
         << settings.evaluator.name() << " (signature " << signature << "), " << openings;
    return text.str();
}

// The files beside the state that show the run.
struct Pictures {
    std::string csv;
    std::string svg;

    explicit Pictures(const std::string& path) : csv(path + ".csv"), svg(path + ".svg") {}

    [[nodiscard]] std::optional<Error> cant_be_written() const {
        const std::optional<Error> error = cant_write(csv);
        return error ? error : cant_write(svg);
    }
    [[nodiscard]] std::optional<Error> write(const Spsa& spsa) const {
        const std::optional<Error> error = write_file(csv, trajectories_csv(spsa));
        return error ? error : write_file(svg, trajectories_svg(spsa));
    }
};

std::string fixed(double number, int digits, bool with_sign = false) {
    std::ostringstream text;
    if (with_sign) { text << std::showpos; }
    text << std::fixed << std::setprecision(digits) << number;
    return text.str();
}

void print_report(const SpsaRun& run) {
    const Spsa& spsa = run.spsa();
    const std::vector<Spsa::Outcome> outcomes = spsa.outcomes();
    std::cout << "after " << spsa.finished() << " of " << spsa.settings().trials
              << " pairs; the result is the mean of the last third\n"
              << std::left << std::setw(34) << "parameter" << std::right << std::setw(8) << "start" << std::setw(10)
              << "result" << std::setw(10) << "last" << std::setw(10) << "moved" << std::setw(10) << "chance"
              << "  (standard deviation if it did not matter)\n";
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const Spsa::Parameter& parameter = spsa.parameters()[i];
        const Spsa::Outcome& outcome = outcomes[i];
        std::cout << std::left << std::setw(34) << parameter.name << std::right << std::setw(8)
                  << fixed(parameter.value, 0) << std::setw(10) << fixed(outcome.value, 2) << std::setw(10)
                  << fixed(outcome.last, 2) << std::setw(10) << fixed(outcome.value - parameter.value, 2, true)
                  << std::setw(10) << fixed(outcome.chance * parameter.step, 2) << '\n';
    }
    std::cout << to_text(run.result()) << '\n';
}

int run(const Settings& settings) {
    // All options are checked first, so that a mistake in them is found in any build.
    Result<EvaluatorFactory> evaluator = settings.evaluator.factory();
    if (!evaluator) { return complain(evaluator.error()); }
    const Result<std::vector<const ParameterInfo*>> infos = choose_parameters(settings.only, settings.without);
    if (!infos) { return complain(infos.error()); }
    const Result<std::vector<ParameterValue>> start = parse_parameter_values(settings.start);
    if (!start) { return complain(start.error()); }
    const Result<std::vector<NodesShare>> nodes = parse_nodes_shares(settings.nodes);
    if (!nodes) { throw UsageError("the option --nodes: " + nodes.error()); }
    Result<ChosenOpenings> openings = settings.openings.open();
    if (!openings) { return complain(openings.error()); }
    const Pictures pictures(settings.path);
    if (const std::optional<Error> error = pictures.cant_be_written()) { return complain(error->message); }
    if (ParametersAreFixed) { return complain(FixedParametersMessage); }

    const std::vector<Spsa::Parameter> parameters = starting_from(*infos, *start, settings.steps);
    const std::vector<ParameterValue> fixed_values = without_tuned(*start, *infos);
    const std::string conditions = conditions_of(settings, parameters, fixed_values, openings->description,
                                                 signature_of({settings.evaluator.name(), *evaluator, *start}));
    SignalGuard signals;
    const Result<std::unique_ptr<SpsaRun>> opened = SpsaRun::open(
        settings.path, conditions,
        {Spsa(parameters, {settings.pairs, settings.rate, settings.openings.seed}), *infos, fixed_values, *nodes});
    if (!opened) { return complain(opened.error()); }
    SpsaRun& tuning = **opened;
    const std::uint64_t before = tuning.spsa().finished();
    if (before > 0) { std::cerr << "Resuming after " << counted(before, "pair") << '\n'; }

    PairSettings pairs;
    pairs.first = *evaluator;
    pairs.second = *std::move(evaluator);
    pairs.hash_megabytes = settings.hash;
    pairs.adjudication = {};
    pairs.openings = std::move(openings->openings);
    pairs.seed = settings.openings.seed;
    pairs.threads = settings.threads;
    ProgressLine line;
    using Clock = std::chrono::steady_clock;
    constexpr auto TimeBetweenPictures = std::chrono::minutes(5);
    const auto begin = Clock::now();
    auto last_pictures = begin;
    std::optional<Error> failed;
    std::optional<Error> error = play_pairs(pairs, tuning, [&] {
        const auto now = Clock::now();
        const std::uint64_t played = tuning.spsa().finished() - before;
        if (line.due() && played > 0) {
            const double speed = static_cast<double>(played) / std::chrono::duration<double>(now - begin).count();
            const double left = static_cast<double>(settings.pairs - tuning.spsa().finished()) / speed;
            line.show(std::to_string(tuning.spsa().finished()) + " of " + std::to_string(settings.pairs) + " pairs, " +
                      fixed(speed, 2) + "/s, " + duration_text(left) + " left");
        }
        if (now - last_pictures > TimeBetweenPictures) {
            last_pictures = now;
            failed = pictures.write(tuning.spsa());
        }
        return !failed && !signals.received();
    });
    line.finish();
    if (!error) { error = failed; }
    if (!error) { error = pictures.write(tuning.spsa()); }
    if (error) { return complain(error->message); }
    print_report(tuning);
    if (tuning.is_done()) { return ExitDone; }
    std::cout << "Interrupted: the same command resumes the run.\n";
    return ExitInterrupted;
}

}  // namespace

void add_spsa(CLI::App& lab) {
    auto [options, settings] = add_command(lab, "spsa", "Tune the parameters of the search by playing games", run);
    options.add_file("state", settings.path, "file with the results of the run, to be made or resumed");
    options.add("--pairs", settings.pairs, 10, 10'000'000, "pairs of games in all");
    options.add_text("--nodes", settings.nodes, "nodes per move, drawn for each pair, with weights");
    options.add("--rate", settings.rate, 1e-6, 1.0, "learning rate at the end (R_end): in steps of a parameter");
    options.add("--steps", settings.steps, 0.1, 10.0, "perturb by this many times the steps of the parameters");
    options.add_text("--only", settings.only, "tune only parameters whose names begin like this: rfp_,razor_base");
    options.add_text("--without", settings.without, "leave out parameters whose names begin like this");
    options.add_text("--start", settings.start, "start from these values: name=value,name=value");
    settings.openings.add_options(options);
    options.add("--threads", settings.threads, 1, static_cast<int>(Spsa::Lag), "games played at the same time");
    options.add("--hash", settings.hash, 1, 65536, "megabytes of transposition table for each player");
    settings.evaluator.add_options(options);
    options.set_details(
        "Pairs of games between two versions of the search move its parameters towards those that win. Beside the\n"
        "state, <state>.csv and <state>.svg show their ways. The result is the mean of the last third; a move below\n"
        "twice what chance explains means little. The result does not depend on threads or interruptions. Ctrl-C ends\n"
        "the run with exit code 130. It needs a build by make PRESET=tune lab.");
}

}  // namespace skua::lab
