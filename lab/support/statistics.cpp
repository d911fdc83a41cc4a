#include "lab/support/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/parse.h"
#include "lab/games/dataset.h"
#include "lab/support/arguments.h"
#include "lab/support/fitting.h"
#include "lab/training/positions.h"

namespace skua::lab {

namespace {

// Of a match: the book's doing, more than the players'.
constexpr std::size_t MatchOpeningPlies = 10;

}  // namespace

ScoreTable::ScoreTable() {
    for (Score score = -Largest; score <= Largest; score += Width) { rows_.push_back({score, {}}); }
}

void ScoreTable::add(Score score, int points) {
    if (std::abs(score) > Largest) { return; }
    Row& row = rows_[static_cast<std::size_t>((score + Largest + Width / 2) / Width)];
    ++row.counts[static_cast<std::size_t>(points)];
}

bool ScoreTable::is_empty() const {
    return std::all_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.all() == 0; });
}

double fit_expectation(const ScoreTable& table) {
    return lowest(0.0005, 0.05, 1e-7, [&](double k) {
        double error = 0;
        for (const ScoreTable::Row& row : table.rows()) {
            if (row.all() == 0) { continue; }
            const double all = static_cast<double>(row.all());
            const double share = (static_cast<double>(row.counts[2]) + 0.5 * static_cast<double>(row.counts[1])) / all;
            error += all * std::pow(logistic(k * row.score) - share, 2);
        }
        return error;
    });
}

WdlFit fit_wdl(const ScoreTable& table) {
    const auto error_of = [&](double half, double steepness) {
        double error = 0;
        double all = 0;
        for (const ScoreTable::Row& row : table.rows()) {
            if (row.all() == 0) { continue; }
            const double count = static_cast<double>(row.all());
            const double win = logistic((row.score - half) / steepness) - static_cast<double>(row.counts[2]) / count;
            const double loss = logistic((-row.score - half) / steepness) - static_cast<double>(row.counts[0]) / count;
            error += count * (win * win + loss * loss);
            all += 2 * count;
        }
        return all == 0 ? 0.0 : std::sqrt(error / all);
    };
    const auto best_steepness = [&](double half) {
        return lowest(5, 500, 0.01, [&](double steepness) { return error_of(half, steepness); });
    };
    WdlFit fit;
    fit.half = lowest(-50, 600, 0.01, [&](double half) { return error_of(half, best_steepness(half)); });
    fit.steepness = best_steepness(fit.half);
    fit.error = error_of(fit.half, fit.steepness);
    return fit;
}

std::optional<Score> score_of_comment(std::string_view comment) {
    // "+0.35/17 0.123s", as match programs write it: pawns in the mover's view, depth, time.
    const std::size_t end = comment.find('/');
    if (end == std::string_view::npos) { return std::nullopt; }
    std::string_view text = comment.substr(0, end);
    if (text.starts_with('+')) { text.remove_prefix(1); }
    const std::optional<double> pawns = parse_number<double>(text);
    // Mates ("+M5") are no such number.
    if (!pawns || !(std::abs(*pawns) < 1000)) { return std::nullopt; }
    return static_cast<Score>(std::lround(*pawns * 100));
}

void add_match_game(const PgnGame& game, std::string_view player, ScoreTable& table) {
    if (game.result == GameResult::Unfinished) { return; }
    Color mover = game.start.side_to_move();
    for (std::size_t ply = 0; ply < game.line.moves.size(); ++ply, mover = ~mover) {
        if (ply < MatchOpeningPlies ||
            (!player.empty() && game.tags.get(mover == Color::White ? "White" : "Black") != player)) {
            continue;
        }
        const std::optional<Score> score = score_of_comment(game.line.moves[ply].comment);
        if (!score) { continue; }
        table.add(*score, half_points(game.result, mover));
    }
}

namespace {

std::optional<Error> read_match(const std::string& path, std::string_view player, ScoreTable& table) {
    std::ifstream file;
    if (is_file(path)) { file.open(path, std::ios::binary); }
    if (!file.is_open()) { return Error{in_quotes(path) + " can't be opened"}; }
    PgnReader reader(file);
    while (const std::optional<Result<PgnGame>> game = reader.next()) {
        if (*game) {
            add_match_game(**game, player, table);
        } else {
            std::cerr << path << ": " << game->error() << '\n';
        }
    }
    return std::nullopt;
}

}  // namespace

int run_statistics(std::span<const std::string_view> arguments) {
    ArgumentReader reader(
        "data stats", "<file>...",
        "Tells what scores were worth in results: chances of win, draw and loss by score, and the\n"
        "curves that fit them. Over the quiet positions of our games, or, of files named .pgn, over all\n"
        "scores that a match program noted, but for the first ten plies and mates.",
        1, std::numeric_limits<std::size_t>::max());
    std::string player;
    reader.add_text("--player", player, "name", "of a match only the scores of this one");
    int exit_code = ExitDone;
    std::optional<std::vector<std::string>> paths = reader.read_or_explain(arguments, exit_code);
    if (!paths) { return exit_code; }
    ScoreTable table;
    const auto first_match = std::stable_partition(paths->begin(), paths->end(),
                                                   [](const std::string& path) { return !path.ends_with(".pgn"); });
    std::vector<TrainingPosition> positions;
    const std::optional<Error> error = for_each_game({paths->begin(), first_match}, [&](const GameRecord& record) {
        positions.clear();
        add_positions(record, 0, PositionFilter{}, positions);
        for (const TrainingPosition& each : positions) { table.add(each.score, each.points); }
    });
    if (error) { return complain(error->message); }
    for (const std::string& path : std::span(first_match, paths->end())) {
        if (const std::optional<Error> unread = read_match(path, player, table)) { return complain(unread->message); }
    }
    if (table.is_empty()) { return complain("there are no scores to count"); }
    std::cout << std::fixed << std::setprecision(1) << " score     positions    won  drawn   lost\n";
    for (const ScoreTable::Row& row : table.rows()) {
        if (row.all() == 0) { continue; }
        const auto percent = [&](std::size_t which) {
            return 100.0 * static_cast<double>(row.counts[which]) / static_cast<double>(row.all());
        };
        std::cout << std::setw(6) << row.score << std::setw(14) << row.all() << std::setw(6) << percent(2) << '%'
                  << std::setw(6) << percent(1) << '%' << std::setw(6) << percent(0) << "%\n";
    }
    const WdlFit fit = fit_wdl(table);
    std::cout << "expected share of the point: 1 / (1 + exp(-k score)), k = " << std::setprecision(5)
              << fit_expectation(table)
              << "\nchance of a win: 1 / (1 + exp((half - score) / steepness)), half = " << std::setprecision(1)
              << fit.half << ", steepness = " << fit.steepness << ", error " << std::setprecision(4) << fit.error
              << '\n';
    return ExitDone;
}

}  // namespace skua::lab
