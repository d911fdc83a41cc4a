#include <algorithm>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <span>

#include "base/file.h"
#include "base/parse.h"
#include "lab/commands/commands.h"
#include "lab/games/dataset.h"
#include "lab/support/statistics.h"
#include "lab/training/positions.h"

namespace skua::lab {

namespace {

struct Settings {
    std::vector<std::string> paths;
    std::string player;
};

std::optional<Error> read_match(const std::string& path, std::string_view player, ScoreTable& table) {
    if (!is_file(path)) { return Error{in_quotes(path, 200) + " can't be read: " + why_not_file(path)}; }
    std::ifstream file(path, std::ios::binary);
    if (!file.is_open()) { return Error{in_quotes(path, 200) + " can't be opened"}; }
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

void print(const ScoreTable& table) {
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
    std::cout << "expected result: 1 / (1 + exp(-k score)), k = " << std::setprecision(5) << fit_expectation(table)
              << "\nchance of a win: 1 / (1 + exp((half - score) / steepness)), half = " << std::setprecision(1)
              << fit.half << ", steepness = " << fit.steepness << ", error " << std::setprecision(4) << fit.error
              << '\n';
}

int run(const Settings& settings) {
    std::vector<std::string> paths = settings.paths;
    const auto first_match = std::stable_partition(paths.begin(), paths.end(),
                                                   [](const std::string& path) { return !path.ends_with(".pgn"); });
    ScoreTable table;
    std::vector<TrainingPosition> positions;
    const std::optional<Error> error = for_each_game({paths.begin(), first_match}, [&](const GameRecord& record) {
        positions.clear();
        add_positions(record, 0, PositionFilter{}, positions);
        for (const TrainingPosition& each : positions) { table.add(each.score, each.points); }
    });
    if (error) { return complain(error->message); }
    for (const std::string& path : std::span(first_match, paths.end())) {
        if (const std::optional<Error> unread = read_match(path, settings.player, table)) {
            return complain(unread->message);
        }
    }
    if (table.is_empty()) { return complain("there are no scores to count"); }
    print(table);
    return ExitDone;
}

}  // namespace

void add_data_stats(CLI::App& data) {
    auto [options, settings] = add_command(data, "stats", "Show win, draw and loss rates by score, and fit them", run);
    options.add_files("files", settings.paths, "files of games, or matches in files named .pgn");
    options.add_text("--player", settings.player, "count only the scores of this player of a match");
    options.set_details(
        "Scores and results are in the view of the side to move. From files of games the quiet positions are counted;\n"
        "from matches all scores in the comments after moves, except mate scores and those of the first ten plies.");
}

}  // namespace skua::lab
