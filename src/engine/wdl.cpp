#include "engine/wdl.h"

#include <cmath>

namespace skua {

namespace {

// The score that wins half of the games, and how steeply the chances rise around it.
constexpr double HalfWon = 100.0;
constexpr double Steepness = 55.0;

int permille_won(Score score) {
    return static_cast<int>(std::lround(1000.0 / (1.0 + std::exp((HalfWon - score) / Steepness))));
}

}  // namespace

Wdl wdl_of(Score score) {
    if (is_win(score)) { return {1000, 0, 0}; }
    if (is_loss(score)) { return {0, 0, 1000}; }
    const int win = permille_won(score);
    const int loss = permille_won(-score);
    return {win, 1000 - win - loss, loss};
}

}  // namespace skua
