#include "engine/shown_score.h"

#include <algorithm>
#include <cstdlib>

namespace skua {

namespace {

// A win in a tablebase that has been reached, as centipawns: Stockfish's number, which GUIs know.
constexpr int TablebaseCentipawns = 20000;

// The score that wins half of the games: as users see it, and in each evaluation's own centipawns. Fitted to games of
// Skua against itself (docs/experiments.md).
constexpr int ShownHalfWon = 100;
constexpr int half_won(EvaluatorKind kind) { return kind == EvaluatorKind::Nnue ? 135 : 152; }

// Rounded to the nearest whole number, so that a shown score survives the conversion and back.
constexpr int scaled(int score, int to, int from) {
    const int half = score < 0 ? -from / 2 : from / 2;
    return (score * to + half) / from;
}

}  // namespace

int TablebaseWin::as_centipawns() const { return wins ? TablebaseCentipawns - plies : plies - TablebaseCentipawns; }

ShownScore to_shown(Score score, EvaluatorKind kind) {
    const bool wins = score > 0;
    if (is_mate(score)) {
        // From plies to moves: the last move of the side that mates counts.
        const int plies = MateScore - std::abs(score);
        return MateIn{wins ? (plies + 1) / 2 : plies / 2, wins};
    }
    if (is_decisive(score)) { return TablebaseWin{MateBound - 1 - std::abs(score), wins}; }
    return Centipawns{std::clamp(scaled(score, ShownHalfWon, half_won(kind)), -MaxCentipawns, MaxCentipawns)};
}

Score from_shown(Centipawns shown, EvaluatorKind kind) { return scaled(shown.value, half_won(kind), ShownHalfWon); }

}  // namespace skua
