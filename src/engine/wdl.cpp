#include "engine/wdl.h"

#include <algorithm>
#include <cmath>

namespace skua {

namespace {

// The score that wins half of the games: as users see it, and by each judge's own measure, from games of Skua's against
// itself (docs/experiments.md).
constexpr int HalfWon = 100;
constexpr int half_won(EvaluatorKind kind) { return kind == EvaluatorKind::Nnue ? 135 : 152; }
// How steeply the chances rise around it.
constexpr double Steepness = 55.0;

// To the nearest whole number, so that a shown score survives the way to the judge's measure and back.
constexpr Score scaled(Score score, int to, int from) {
    const int half = score < 0 ? -from / 2 : from / 2;
    return (score * to + half) / from;
}

int permille_won(Score score) {
    return static_cast<int>(std::lround(1000.0 / (1.0 + std::exp((HalfWon - score) / Steepness))));
}

}  // namespace

Score to_shown(Score score, EvaluatorKind kind) {
    if (is_decisive(score)) { return score; }
    return std::clamp(scaled(score, HalfWon, half_won(kind)), -MaxEvaluation, MaxEvaluation);
}

Score from_shown(Score shown, EvaluatorKind kind) { return scaled(shown, half_won(kind), HalfWon); }

Wdl wdl_of(Score score) {
    if (is_win(score)) { return {1000, 0, 0}; }
    if (is_loss(score)) { return {0, 0, 1000}; }
    const int win = permille_won(score);
    const int loss = permille_won(-score);
    return {win, 1000 - win - loss, loss};
}

}  // namespace skua
