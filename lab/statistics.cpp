#include "lab/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "lab/arguments.h"
#include "lab/dataset.h"
#include "lab/fitting.h"
#include "lab/training_data.h"

namespace skua {

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

int run_statistics(std::span<const std::string_view> arguments) {
    ArgumentReader reader(
        "data stats", "<file>...",
        "Tells what scores were worth in results, over the quiet positions: chances of win, draw and\n"
        "loss by score, and the curves that fit them.",
        1, std::numeric_limits<std::size_t>::max());
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> paths = reader.read_or_explain(arguments, exit_code);
    if (!paths) { return exit_code; }
    ScoreTable table;
    std::vector<TrainingPosition> positions;
    for (const std::string& path : *paths) {
        Result<DatasetReader> file = DatasetReader::open(path);
        if (!file) { return complain(file.error()); }
        while (const GameRecord* const record = file->next()) {
            positions.clear();
            add_positions(*record, 0, PositionFilter{}, positions);
            for (const TrainingPosition& each : positions) { table.add(each.score, each.points); }
        }
        tell_damage(path, file->damage());
    }
    if (table.is_empty()) { return complain("there are no quiet positions"); }
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

}  // namespace skua
