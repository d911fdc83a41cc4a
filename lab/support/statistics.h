// skua-lab data stats: what scores are worth in results.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "chess/pgn.h"
#include "eval/score.h"

namespace skua::lab {

// Results by score, from the side to move's view.
class ScoreTable {
public:
    static constexpr Score Width = 20;     // of a row, in centipawns
    static constexpr Score Largest = 800;  // scores beyond it are left out

    struct Row {
        Score score = 0;                        // its middle
        std::array<std::uint64_t, 3> counts{};  // lost, drawn, won

        [[nodiscard]] std::uint64_t all() const { return counts[0] + counts[1] + counts[2]; }
    };

    ScoreTable();

    void add(Score score, int points);
    [[nodiscard]] bool is_empty() const;
    [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

private:
    std::vector<Row> rows_;
};

// The k with which 1 / (1 + exp(-k * score)) is nearest to the share of the points.
double fit_expectation(const ScoreTable& table);

// A win has the chance 1 / (1 + exp((half - score) / steepness)), a loss that of the score turned round.
struct WdlFit {
    double half = 0;
    double steepness = 1;
    double error = 0;  // root of the mean square, of win and loss
};
WdlFit fit_wdl(const ScoreTable& table);

// What a match program noted beside a move: the score from the mover's view, if it is there and no mate.
std::optional<Score> score_of_comment(std::string_view comment);
// Adds the scores of a game of a match, but those of the first ten plies; only of this player, unless the name is
// empty.
void add_match_game(const PgnGame& game, std::string_view player, ScoreTable& table);

int run_statistics(std::span<const std::string_view> arguments);

}  // namespace skua::lab
