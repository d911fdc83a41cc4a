// Results by score: how often a position with a given score was won, drawn and lost.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "chess/pgn.h"
#include "eval/score.h"

namespace skua::lab {

// Counts results by score, both in the side to move's view.
class ScoreTable {
public:
    static constexpr Score Width = 20;     // centipawns in a row
    static constexpr Score Largest = 800;  // scores beyond it are left out

    struct Row {
        Score score = 0;                        // the middle of the row
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

// The k with which 1 / (1 + exp(-k * score)) is closest to the mean result.
double fit_expectation(const ScoreTable& table);

// The chance of a win is 1 / (1 + exp((half - score) / steepness)); that of a loss is the same for the negated score.
struct WdlFit {
    double half = 0;
    double steepness = 1;
    double error = 0;  // root mean square error of both chances
};
WdlFit fit_wdl(const ScoreTable& table);

// The score in a comment that a match program wrote after a move, in the mover's view; nothing if there is none or it
// is a mate.
std::optional<Score> score_of_comment(std::string_view comment);
// Adds the scores of a game of a match, except those of the first ten plies. With a name, only those of that player.
void add_match_game(const PgnGame& game, std::string_view player, ScoreTable& table);

}  // namespace skua::lab
