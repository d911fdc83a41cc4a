#include "engine/wdl.h"

#include <cmath>

namespace skua {

namespace {

// The score that wins half of the games, which the scale of shown scores is made for, and how steeply the chances rise
// around it. Fitted to games of Skua against itself (docs/experiments.md).
constexpr double HalfWon = 100.0;
constexpr double Steepness = 55.0;

int permille_won(int centipawns) {
    return static_cast<int>(std::lround(1000.0 / (1.0 + std::exp((HalfWon - centipawns) / Steepness))));
}

}  // namespace

Wdl wdl_of(const ShownScore& score) {
    if (const auto* const mate = std::get_if<MateIn>(&score)) { return mate->wins ? CertainWin : CertainLoss; }
    if (const auto* const table = std::get_if<TablebaseWin>(&score)) { return table->wins ? CertainWin : CertainLoss; }
    const int centipawns = std::get<Centipawns>(score).value;
    const int win = permille_won(centipawns);
    const int loss = permille_won(-centipawns);
    return {win, 1000 - win - loss, loss};
}

}  // namespace skua
