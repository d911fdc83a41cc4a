#include <array>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>

#include "base/parse.h"
#include "lab/commands/commands.h"
#include "lab/games/dataset.h"
#include "lab/games/filter.h"

namespace skua::lab {

namespace {

struct Settings {
    std::vector<std::string> paths;
};

double ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}
double percent(std::uint64_t part, std::uint64_t whole) { return 100.0 * ratio(part, whole); }

// Counts scores by their size.
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
        scored += game.plies.size() - game.random_plies;
        ++results[static_cast<std::size_t>(game.result)];
        Position position = game.start;
        for (std::size_t ply = 0; ply < game.plies.size(); ++ply) {
            const auto& [move, score] = game.plies[ply];
            if (score != NoScore) { scores.add(score); }
            quiet += is_quiet_position(position, move, score, static_cast<int>(ply)) ? 1 : 0;
            position.play(move);
        }
    }

    void print() const {
        const auto share = [&](GameResult of) { return percent(results[static_cast<std::size_t>(of)], games); };
        std::cout << std::fixed << std::setprecision(1) << "games          " << games << ", "
                  << percent(chess960, games) << "% of them Chess960\n"
                  << "results        White won " << share(GameResult::WhiteWins) << "%, drew "
                  << share(GameResult::Draw) << "%, lost " << share(GameResult::BlackWins) << "%\n"
                  << "plies          " << plies << ", " << ratio(plies, games) << " a game\n"
                  << "positions      " << scored << " with a score, " << percent(quiet, scored) << "% of them quiet\n"
                  << "size           " << bytes << " bytes in " << counted(blocks, "block") << ", "
                  << std::setprecision(2) << ratio(bytes, plies) << " bytes a ply\n"
                  << "scores, by size in centipawns:\n"
                  << std::setprecision(1);
        scores.print(scored);
    }
};

int run(const Settings& settings) {
    Result<std::vector<DatasetReader>> files = open_games(settings.paths);
    if (!files) { return complain(files.error()); }
    Totals totals;
    for (std::size_t i = 0; i < files->size(); ++i) {
        DatasetReader& file = (*files)[i];
        while (const GameRecord* game = file.next()) { totals.add(*game); }
        totals.bytes += file.file_size();
        totals.blocks += file.blocks();
        report_corruption(settings.paths[i], file.corruption());
    }
    totals.print();
    return ExitDone;
}

}  // namespace

void add_data_info(CLI::App& data) {
    auto [options, settings] = add_command(data, "info", "Count games, results, positions and scores", run);
    options.add_files("games", settings.paths, "files of games");
    options.set_details("Several files are counted together.");
}

}  // namespace skua::lab
