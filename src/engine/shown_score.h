// Scores as users see them: centipawns on one scale, mates in moves, tablebase wins. The search's own scores end here.
#pragma once

#include <variant>

#include "eval/evaluators.h"
#include "eval/score.h"

namespace skua {

// 100 centipawns win half of the games, whichever evaluation the engine uses.
struct Centipawns {
    int value = 0;
    bool operator==(const Centipawns&) const = default;
};

// The side to move gives mate in this many moves, or is mated in this many; mated in 0 moves: it is checkmate.
struct MateIn {
    int moves = 0;
    bool wins = true;
    bool operator==(const MateIn&) const = default;
};

// The side to move wins, or loses, by reaching a position in the tablebases this many plies from here.
struct TablebaseWin {
    int plies = 0;
    bool wins = true;
    bool operator==(const TablebaseWin&) const = default;

    // For protocols that know centipawns and mates only: above all evaluations, and the sooner the more.
    [[nodiscard]] int as_centipawns() const;
};

// The view is that of the side to move.
using ShownScore = std::variant<Centipawns, MateIn, TablebaseWin>;

// No evaluation is shown as more.
inline constexpr int MaxCentipawns = 20000 - MaxPly - 1;

ShownScore to_shown(Score score, EvaluatorKind kind);
// The score that the search with this evaluation uses for a number of centipawns.
Score from_shown(Centipawns shown, EvaluatorKind kind);

}  // namespace skua
