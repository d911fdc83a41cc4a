// Plays many games of the engine against itself, on several threads, into one file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/result.h"
#include "eval/evaluators.h"
#include "lab/games/dataset.h"
#include "lab/games/selfplay.h"

namespace skua::lab {

struct DatagenSettings {
    SelfPlaySettings play;
    int threads = 1;
    std::size_t hash_megabytes = 1;  // for each thread
    EvaluatorFactory evaluator = make_default_evaluator;
    std::uint64_t seed = 0;
    std::optional<std::uint64_t> games;
    std::optional<double> minutes;
};

// What a run has done so far.
struct DatagenProgress {
    std::uint64_t games = 0;
    std::uint64_t positions = 0;  // those with a score
    std::uint64_t white_wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t black_wins = 0;
    double seconds = 0;
};

// Plays games into the file until there are enough of them, the time is up, or `tick` returns false. The calling thread
// calls `tick` about ten times a second. Games that are unfinished when the run ends are dropped.
Result<DatagenProgress> generate_games(DatasetWriter& writer, const DatagenSettings& settings,
                                       const std::function<bool(const DatagenProgress&)>& tick);

}  // namespace skua::lab
