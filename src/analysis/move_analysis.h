// A move beside the best one, and what is said of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/move_quality.h"
#include "analysis/position_search.h"
#include "analysis/statement.h"

namespace skua {

struct TwoLines {
    SearchedLine best;
    SearchedLine played;
};

// One move of the game. Scores and points are those of the side that moves.
struct MoveAnalysis {
    Move move;
    // Both lines come from one search, so that their scores can be compared.
    SearchedLine best;
    SearchedLine played;
    std::optional<SearchedLine> second;  // the best of the moves other than the best one
    // Of an error: the lines of the first search. `best` and `played` are those of one with twice the effort.
    std::optional<TwoLines> first_look;
    Depth depth = 0;
    std::uint64_t nodes = 0;
    ExpectedPoints before = 50;  // after the best move
    ExpectedPoints after = 50;   // after the move that was played
    MoveLabel label = MoveLabel::None;
    std::vector<Statement> statements;  // at most two, what explains the most first
    int centipawn_loss = 0;
    double accuracy = 100;
    std::optional<Milliseconds> clock;  // what it showed after the move
    std::optional<Milliseconds> spent;  // on the move

    [[nodiscard]] ExpectedPoints loss() const { return before > after ? before - after : 0; }
};

}  // namespace skua
