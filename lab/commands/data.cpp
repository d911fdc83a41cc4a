#include "lab/commands/data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/parse.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "lab/games/dataset.h"
#include "lab/games/filter.h"
#include "lab/games/rescore.h"
#include "lab/support/arguments.h"
#include "lab/support/statistics.h"
#include "lab/training/positions.h"
#include "lab/training/random_walk.h"

namespace skua::lab {

namespace {

constexpr std::size_t AnyNumber = std::numeric_limits<std::size_t>::max();

double ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}
double percent(std::uint64_t part, std::uint64_t whole) { return 100.0 * ratio(part, whole); }

// ---------------------------------------------------------------------- info

// How many scores lie where, by what they are worth to the side that is ahead.
class ScoreHistogram {
public:
    void add(Score score) {
        const Score size = std::abs(score);
        std::size_t row = 0;
        while (row < Limits.size() && size > Limits[row]) { ++row; }
        ++counts_[is_decisive(score) ? Limits.size() + 1 : row];
    }
    void print(std::uint64_t all) const {
        for (std::size_t row = 0; row < counts_.size(); ++row) {
            const std::string low = row == 0 ? "0" : std::to_string(Limits[std::min(row, Limits.size()) - 1] + 1);
            const std::string name = row < Limits.size()    ? low + " to " + std::to_string(Limits[row])
                                     : row == Limits.size() ? low + " and more"
                                                            : "mate";
            const auto bar = static_cast<std::size_t>(std::lround(percent(counts_[row], all) / 2));
            std::cout << "  " << std::left << std::setw(14) << name << std::right << std::setw(6)
                      << percent(counts_[row], all) << "%  " << std::string(bar, '#') << '\n';
        }
    }

private:
    static constexpr std::array<Score, 9> Limits{0, 10, 25, 50, 100, 200, 400, 800, 1500};
    std::array<std::uint64_t, Limits.size() + 2> counts_{};
};

struct Totals {
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    std::uint64_t games = 0;
    std::uint64_t chess960 = 0;
    std::uint64_t plies = 0;
    std::uint64_t scored = 0;
    std::uint64_t quiet = 0;
    std::array<std::uint64_t, 3> results{};
    ScoreHistogram scores;

    void add(const GameRecord& game) {
        ++games;
        chess960 += game.variant == Variant::Chess960 ? 1 : 0;
        plies += game.plies.size();
        scored += game.plies.size() - game.opening_plies;
        ++results[static_cast<std::size_t>(game.result)];
        Position position = game.start;
        for (std::size_t ply = 0; ply < game.plies.size(); ++ply) {
            const auto& [move, score] = game.plies[ply];
            if (score != NoScore) { scores.add(score); }
            quiet += is_quiet_position(position, move, score, static_cast<int>(ply)) ? 1 : 0;
            position.play(move);
        }
    }
};

int run_info(std::span<const std::string_view> arguments) {
    const ArgumentReader reader("data info", "<file>...", "Tells what is in the files, all together.", 1, AnyNumber);
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> paths = reader.read_or_explain(arguments, exit_code);
    if (!paths) { return exit_code; }
    Result<std::vector<DatasetReader>> files = open_games(*paths);
    if (!files) { return complain(files.error()); }

    Totals totals;
    for (std::size_t i = 0; i < files->size(); ++i) {
        DatasetReader& file = (*files)[i];
        while (const GameRecord* game = file.next()) { totals.add(*game); }
        totals.bytes += file.file_size();
        totals.blocks += file.blocks();
        tell_damage((*paths)[i], file.damage());
    }
    const auto share_of = [&](GameResult of) {
        return percent(totals.results[static_cast<std::size_t>(of)], totals.games);
    };
    std::cout << std::fixed << std::setprecision(1) << "games          " << totals.games << ", "
              << percent(totals.chess960, totals.games) << "% of them Chess960\n"
              << "results        White won " << share_of(GameResult::WhiteWins) << "%, drew "
              << share_of(GameResult::Draw) << "%, lost " << share_of(GameResult::BlackWins) << "%\n"
              << "plies          " << totals.plies << ", " << ratio(totals.plies, totals.games) << " a game\n"
              << "positions      " << totals.scored << " with a score, " << percent(totals.quiet, totals.scored)
              << "% of them quiet\n"
              << "size           " << totals.bytes << " bytes in " << totals.blocks << " blocks, "
              << std::setprecision(2) << ratio(totals.bytes, totals.plies) << " bytes a ply\n"
              << "scores, by size in centipawns:\n"
              << std::setprecision(1);
    totals.scores.print(totals.scored);
    return ExitDone;
}

// ---------------------------------------------------------------------- verify

int run_verify(std::span<const std::string_view> arguments) {
    const ArgumentReader reader("data verify", "<file>...",
                                "Checks every checksum, every move and every result. Exit code 1 if anything is wrong.",
                                1, AnyNumber);
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> paths = reader.read_or_explain(arguments, exit_code);
    if (!paths) { return exit_code; }

    for (const std::string& path : *paths) {
        Result<DatasetReader> file = DatasetReader::open(path);
        if (!file) {
            exit_code = complain(file.error());
            continue;
        }
        std::uint64_t games = 0;
        std::uint64_t implausible = 0;
        while (const GameRecord* game = file->next()) {
            ++games;
            const std::string reason = implausibility(*game);
            if (reason.empty()) { continue; }
            ++implausible;
            if (implausible == 1) { std::cerr << path << ": game " << games << ": " << reason << '\n'; }
        }
        tell_damage(path, file->damage());
        const bool good = implausible == 0 && !file->damage().any();
        std::cout << path << ": " << (good ? "good, " : "DAMAGED, ") << games << " sound games in " << file->blocks()
                  << " blocks";
        if (implausible > 0) { std::cout << ", " << implausible << " with an impossible result"; }
        std::cout << '\n';
        if (!good) { exit_code = ExitFailed; }
    }
    return exit_code;
}

// ---------------------------------------------------------------------- merge

int run_merge(std::span<const std::string_view> arguments) {
    const ArgumentReader reader("data merge", "<new file> <file>...",
                                "Writes all sound games of the files into a new one.", 2, AnyNumber);
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> paths = reader.read_or_explain(arguments, exit_code);
    if (!paths) { return exit_code; }
    const std::span<const std::string> inputs = std::span(*paths).subspan(1);
    Result<std::vector<DatasetReader>> files = open_games(inputs);
    if (!files) { return complain(files.error()); }
    const Result<std::unique_ptr<DatasetWriter>> opened =
        DatasetWriter::open(paths->front(), DatasetWriter::Mode::Create);
    if (!opened) { return complain(opened.error()); }

    DatasetWriter& writer = **opened;
    std::uint64_t games = 0;
    for (std::size_t i = 0; i < files->size(); ++i) {
        DatasetReader& file = (*files)[i];
        while (const GameRecord* game = file.next()) {
            ++games;
            if (const std::optional<Error> error = writer.add(*game)) { return complain(error->message); }
        }
        tell_damage(inputs[i], file.damage());
    }
    if (const std::optional<Error> error = writer.flush()) { return complain(error->message); }
    std::cout << paths->front() << ": " << games << " games in " << writer.file_size() << " bytes\n";
    return ExitDone;
}

// ---------------------------------------------------------------------- export

int run_export(std::span<const std::string_view> arguments) {
    bool filter = false;
    std::optional<std::int64_t> limit;
    ArgumentReader reader(
        "data export", "<file>",
        "Prints the positions that have a score, one a line: FEN | centipawns for White | result for\n"
        "White as 1.0, 0.5 or 0.0.",
        1, 1);
    reader.add_flag("--filter", filter,
                    "only quiet positions: no check, no mate, no capture or promotion played, not the first 8 plies");
    reader.add<std::int64_t>("--limit", limit, 0, std::numeric_limits<std::int64_t>::max(), "at most so many");
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> paths = reader.read_or_explain(arguments, exit_code);
    if (!paths) { return exit_code; }
    Result<DatasetReader> file = DatasetReader::open(paths->front());
    if (!file) { return complain(file.error()); }

    constexpr std::array<std::string_view, 3> Results{"0.0", "0.5", "1.0"};
    std::int64_t left = limit.value_or(std::numeric_limits<std::int64_t>::max());
    while (const GameRecord* game = left > 0 ? file->next() : nullptr) {
        Position position = game->start;
        for (std::size_t ply = 0; ply < game->plies.size() && left > 0; ++ply) {
            const auto& [move, score] = game->plies[ply];
            const bool wanted =
                filter ? is_quiet_position(position, move, score, static_cast<int>(ply)) : score != NoScore;
            if (wanted) {
                std::cout << to_fen(position) << " | " << score << " | "
                          << Results[static_cast<std::size_t>(game->result)] << '\n';
                --left;
            }
            position.play(move);
        }
    }
    tell_damage(paths->front(), file->damage());
    return ExitDone;
}

}  // namespace

std::string implausibility(const GameRecord& record) {
    Game game(record.start);
    for (const MoveScore& ply : record.plies) { game.play(ply.move); }
    if (const GameResult result = game.result(); result != GameResult::Unfinished) {
        if (record.result == result) { return ""; }
        return result == GameResult::Draw ? "a draw by the rules, but won" : "checkmate, and not won";
    }
    // The players agreed; then the last to think thought so.
    if (record.plies.size() == record.opening_plies) { return "nobody thought about a move"; }
    const Score last = record.plies.back().score;
    const bool agrees = record.result == GameResult::Draw        ? !is_decisive(last)
                        : record.result == GameResult::WhiteWins ? last > 0
                                                                 : last < 0;
    return agrees ? "" : "the last score contradicts the result";
}

int run_data(std::span<const std::string_view> arguments) {
    constexpr std::array<std::pair<std::string_view, int (*)(std::span<const std::string_view>)>, 8> Actions{
        {{"info", run_info},
         {"verify", run_verify},
         {"merge", run_merge},
         {"export", run_export},
         {"stats", run_statistics},
         {"relabel", run_relabel},
         {"positions", run_positions},
         {"sidelines", run_sidelines}}};
    if (!arguments.empty()) {
        for (const auto& [name, run] : Actions) {
            if (arguments[0] == name) { return run(arguments.subspan(1)); }
        }
        if (arguments[0] == "--help") {
            std::cout << "skua-lab data info|stats|verify|merge|relabel|positions|sidelines|export: each has its own "
                         "--help\n";
            return ExitDone;
        }
    }
    return complain("data is followed by info, stats, verify, merge, relabel, positions, sidelines or export" +
                        (arguments.empty() ? "" : ", not by " + in_quotes(arguments[0])),
                    ExitMisused);
}

}  // namespace skua::lab
