#include "lab/games/match.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <system_error>

#include "base/parse.h"
#include "lab/commands/commands.h"
#include "lab/games/opening_choice.h"
#include "lab/support/evaluator_choice.h"
#include "lab/support/files.h"
#include "lab/support/parallel.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string path;
    EvaluatorChoice first{"", "", "first"};
    EvaluatorChoice second{"", "", "second"};
    std::string first_parameters;
    std::string second_parameters;
    OpeningChoice openings;
    std::size_t games = 3000;
    std::uint64_t nodes = MatchSettings{}.nodes;
    std::string clock;
    std::string sprt;
    double alpha = Sprt{}.alpha;
    double beta = Sprt{}.beta;
    std::optional<std::int64_t> resign;
    std::optional<std::int64_t> draw;
    int threads = default_threads();
    std::size_t hash = 16;
    std::string pgn;
};

Result<MatchPlayer> make_player(const EvaluatorChoice& choice, const std::string& parameters) {
    MatchPlayer player;
    Result<EvaluatorFactory> evaluator = choice.factory();
    if (!evaluator) { return Error{evaluator.error()}; }
    Result<std::vector<ParameterValue>> values = parse_parameter_values(parameters);
    if (!values) { return Error{values.error()}; }
    if (ParametersAreFixed && !values->empty()) { return Error{std::string(FixedParametersMessage)}; }
    player.name = choice.name() + (values->empty() ? "" : ' ' + to_text(*values));
    player.evaluator = *std::move(evaluator);
    player.parameters = *std::move(values);
    return player;
}

// "0,8"
Sprt parse_sprt(const Settings& settings) {
    Sprt sprt;
    const std::size_t comma = settings.sprt.find(',');
    const auto parse = [&](std::string_view text, double& number) {
        const char* const end = text.data() + text.size();
        const auto [stop, failure] = std::from_chars(text.data(), end, number);
        return failure == std::errc{} && stop == end && std::abs(number) <= 1000;
    };
    const std::string_view text = settings.sprt;
    if (comma == std::string::npos || !parse(trim(text.substr(0, comma)), sprt.elo0) ||
        !parse(trim(text.substr(comma + 1)), sprt.elo1) || sprt.elo0 >= sprt.elo1) {
        throw UsageError("the option --sprt needs two Elo differences, the smaller one first, as in 0,8");
    }
    sprt.alpha = settings.alpha;
    sprt.beta = settings.beta;
    return sprt;
}

// "8000+80"
std::optional<NodeClock> parse_clock(const std::string& text) {
    if (text.empty()) { return std::nullopt; }
    constexpr Milliseconds MaxTime = 100'000'000;
    const std::size_t plus = std::min(text.find('+'), text.size());
    const std::string_view view = text;
    const std::optional<Milliseconds> time = parse_integer<Milliseconds>(view.substr(0, plus));
    const std::optional<Milliseconds> increment =
        plus < text.size() ? parse_integer<Milliseconds>(view.substr(plus + 1)) : std::optional<Milliseconds>(0);
    if (!time || !increment || *time < 1 || *time > MaxTime || *increment < 0 || *increment > MaxTime) {
        throw UsageError("the option --clock needs milliseconds for a game and for each move, as in 8000+80");
    }
    return NodeClock{*time, *increment};
}

// Customary rules: three moves of each player beyond the score; eight of each within it, after move 34.
Adjudication adjudication_of(const Settings& settings) {
    Adjudication rules = Adjudication::none();
    if (settings.resign) {
        rules.won_score = static_cast<Score>(*settings.resign);
        rules.won_plies = 6;
    }
    if (settings.draw) {
        rules.drawn_score = static_cast<Score>(*settings.draw);
        rules.drawn_plies = 16;
        rules.first_drawn_ply = 68;
    }
    return rules;
}

std::string conditions_of(const Settings& settings, const std::string& openings) {
    std::string text =
        (settings.clock.empty() ? std::to_string(settings.nodes) + " nodes a move" : "node clock " + settings.clock) +
        ", Hash " + std::to_string(settings.hash) + ", " + openings;
    if (settings.resign) { text += ", resign " + std::to_string(*settings.resign); }
    if (settings.draw) { text += ", draw " + std::to_string(*settings.draw); }
    return text + (settings.resign || settings.draw ? "" : ", no adjudication");
}

std::string fixed(double number, int digits, bool with_sign = false) {
    std::ostringstream text;
    if (with_sign) { text << std::showpos; }
    text << std::fixed << std::setprecision(digits) << number;
    return text.str();
}

std::string elo_text(const Pentanomial& results) {
    return fixed(results.elo(), 1, true) + " ± " + fixed(results.elo_error(), 1);
}

std::string games_text(const Match& match) {
    const auto& [lost, drawn, won] = match.games();
    return std::to_string(lost + drawn + won) + ": +" + std::to_string(won) + " =" + std::to_string(drawn) + " -" +
           std::to_string(lost) + ", " + fixed(100 * match.results().share(), 1) + " %";
}

std::string live_text(const Match& match, const Settings& settings, const std::optional<Sprt>& sprt,
                      std::uint64_t pairs_before, double seconds) {
    const Pentanomial& results = match.results();
    std::string text =
        games_text(match) + ", Elo " + elo_text(results) + ", LOS " + fixed(100 * results.los(), 1) + " %";
    if (sprt) { text += ", LLR " + fixed(results.log_likelihood_ratio(sprt->elo0, sprt->elo1), 2); }
    if (const std::uint64_t played = results.pairs() - pairs_before; played > 0) {
        const double left = static_cast<double>(settings.games / 2 - results.pairs());
        text += ", " + duration_text(left * seconds / static_cast<double>(played)) + " left";
    }
    return text;
}

std::string sprt_text(const Sprt& sprt, const Match& match) {
    const auto number = [](double elo) { return fixed(elo, elo == std::round(elo) ? 0 : 2); };
    const Sprt::Verdict verdict = match.verdict();
    const std::string accepted = verdict == Sprt::Verdict::Elo1   ? number(sprt.elo1) + " accepted"
                                 : verdict == Sprt::Verdict::Elo0 ? number(sprt.elo0) + " accepted"
                                                                  : "undecided";
    return accepted + ", LLR " + fixed(match.results().log_likelihood_ratio(sprt.elo0, sprt.elo1), 2) + " (" +
           fixed(sprt.lower_bound(), 2) + ", " + fixed(sprt.upper_bound(), 2) + ") for logistic Elo " +
           number(sprt.elo0) + " or " + number(sprt.elo1);
}

// The result, as it can stand in a commit message or in docs/experiments.
void print_report(const Match& match, const std::array<MatchPlayer, 2>& players, const std::optional<Sprt>& sprt,
                  const std::string& conditions) {
    const Pentanomial& results = match.results();
    std::cout << "First  | " << players[0].name << "\nSecond | " << players[1].name << "\nElo    | "
              << elo_text(results) << " (95 %), normalised " << fixed(results.normalised_elo(), 1, true)
              << "\nLOS    | " << fixed(100 * results.los(), 1) << " %\nGames  | " << games_text(match)
              << "\nPairs  | ";
    for (const std::uint64_t count : results.counts()) { std::cout << count << ' '; }
    std::cout << "with 0, 1/2, 1, 3/2, 2 points\n";
    if (sprt) { std::cout << "SPRT   | " << sprt_text(*sprt, match) << '\n'; }
    std::cout << "Conf   | " << conditions << '\n';
}

int run(const Settings& settings) {
    const std::optional<Sprt> sprt = settings.sprt.empty() ? std::nullopt : std::optional(parse_sprt(settings));
    std::array<MatchPlayer, 2> players;
    PairSettings pairs;
    for (const std::size_t i : {0U, 1U}) {
        Result<MatchPlayer> player = i == 0 ? make_player(settings.first, settings.first_parameters)
                                            : make_player(settings.second, settings.second_parameters);
        if (!player) { return complain(player.error()); }
        players[i] = *std::move(player);
    }
    Result<ChosenOpenings> openings = settings.openings.open();
    if (!openings) { return complain(openings.error()); }
    // The same games again would be counted as if they were others.
    if (const std::size_t count = openings->openings.size(); count > 0 && settings.games > 2 * count) {
        return complain(in_quotes(settings.openings.path, 200) + " has " + std::to_string(count) +
                        " openings, enough for " + std::to_string(2 * count) + " games");
    }
    if (!settings.pgn.empty()) {
        if (const std::optional<Error> error = cant_write(settings.pgn)) { return complain(error->message); }
    }
    const std::array<std::uint64_t, 2> signatures{signature_of(players[0]), signature_of(players[1])};
    if (players[0].name == players[1].name && signatures[0] == signatures[1]) {
        throw UsageError("both players are the same: give one of them a network, an evaluation or parameters");
    }
    const std::string conditions = conditions_of(settings, openings->description);
    std::string all_conditions;
    for (const std::size_t i : {0U, 1U}) {
        all_conditions += players[i].name + " (signature " + std::to_string(signatures[i]) + ')' +
                          (i == 0 ? " against " : ", " + conditions);
    }
    pairs.first = players[0].evaluator;
    pairs.second = players[1].evaluator;
    pairs.hash_megabytes = settings.hash;
    pairs.clock = parse_clock(settings.clock);
    pairs.adjudication = adjudication_of(settings);
    pairs.openings = std::move(openings->openings);
    pairs.seed = settings.openings.seed;
    pairs.threads = settings.threads;

    SignalGuard signals;
    const Result<std::unique_ptr<Match>> opened =
        Match::open(settings.path, all_conditions,
                    {settings.games / 2, settings.nodes, players[0].parameters, players[1].parameters, sprt});
    if (!opened) { return complain(opened.error()); }
    Match& match = **opened;
    const std::uint64_t before = match.results().pairs();
    if (before > 0) { std::cerr << "Resuming after " << 2 * before << " games\n"; }

    ProgressLine line;
    const auto start = std::chrono::steady_clock::now();
    const std::optional<Error> error = play_pairs(pairs, match, [&] {
        if (line.due()) {
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            line.show(live_text(match, settings, sprt, before, seconds));
        }
        return !signals.received();
    });
    line.finish();
    if (error) { return complain(error->message); }
    if (!settings.pgn.empty()) {
        std::ostringstream games;
        std::optional<Error> failed =
            write_games(games, settings.path, match.results().pairs(), {players[0].name, players[1].name});
        if (!failed) { failed = write_file(settings.pgn, games.str()); }
        if (failed) { return complain(failed->message); }
    }
    print_report(match, players, sprt, conditions);
    if (match.is_done()) { return ExitDone; }
    std::cout << "Interrupted: the same command resumes the match.\n";
    return ExitInterrupted;
}

}  // namespace

void add_match(CLI::App& lab) {
    auto [options, settings] = add_command(
        lab, "match", "Play two networks, evaluations or sets of search parameters against each other", run);
    options.add_file("file", settings.path, "file with the results of the match, to be made or resumed");
    settings.first.add_options(options);
    options.add_text("--first-parameters", settings.first_parameters,
                     "its search parameters, as name=value,name=value");
    settings.second.add_options(options);
    options.add_text("--second-parameters", settings.second_parameters, "those of the second player");
    options.add_multiple("--games", settings.games, 2, 20'000'000, "end after this many games");
    options.add("--nodes", settings.nodes, 1, 1'000'000'000, "nodes to search per move, and not one more");
    options.add_text("--clock", settings.clock,
                     "a clock for each player instead of --nodes, as in 8000+80: milliseconds of 1000 nodes");
    settings.openings.add_options(options);
    options.add_text("--sprt", settings.sprt, "end when it is clear which of two Elo differences is nearer: 0,8");
    options.add("--alpha", settings.alpha, 0.001, 0.49, "chance that the SPRT wrongly accepts the second one");
    options.add("--beta", settings.beta, 0.001, 0.49, "chance that it wrongly accepts the first one");
    options.add("--resign", settings.resign, 1, 20'000,
                "a win after 3 moves of each player with this score, in the search's centipawns");
    options.add("--draw", settings.draw, 0, 1000, "a draw after 8 moves of each within this score, after move 34");
    options.add("--threads", settings.threads, 1, 1024, "games played at the same time");
    options.add("--hash", settings.hash, 1, 65536, "megabytes of transposition table for each player");
    options.add_text("--pgn", settings.pgn, "write the games to this file at the end");
    options.set_details(
        "Elo, its error and the SPRT are computed from pairs of games (pentanomial); the SPRT uses logistic Elo. The\n"
        "result does not depend on threads, interruptions or other work on the machine. Ctrl-C ends the run with exit\n"
        "code 130. Parameters need a build by make PRESET=tune lab.");
}

}  // namespace skua::lab
