#include "lab/support/statistics.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include "lab/support/fitting.h"

namespace skua::lab {

namespace {

// These moves of a match come from its opening book.
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
    return find_minimum(0.0005, 0.05, 1e-7, [&](double k) {
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
        return find_minimum(5, 500, 0.01, [&](double steepness) { return error_of(half, steepness); });
    };
    WdlFit fit;
    fit.half = find_minimum(-50, 600, 0.01, [&](double half) { return error_of(half, best_steepness(half)); });
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
    double pawns = 0;
    const char* const last = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), last, pawns);
    // A mate ("+M5") is not a number.
    if (failure != std::errc{} || stop != last || !(std::abs(pawns) < 1000)) { return std::nullopt; }
    return static_cast<Score>(std::lround(pawns * 100));
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

}  // namespace skua::lab
