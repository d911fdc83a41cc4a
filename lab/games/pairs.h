// Pairs of games: two games from one opening, each player with White once. They are what matches and SPSA count, and
// are played on several threads here.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/result.h"
#include "eval/evaluators.h"
#include "lab/games/openings.h"
#include "lab/games/selfplay.h"
#include "lab/support/parameter_choice.h"
#include "search/searcher.h"

namespace skua::lab {

struct PlayedPair {
    std::array<GameRecord, 2> games;  // the first player has White in the first game and Black in the second

    // Of the first player in both games together: 0 to 4.
    [[nodiscard]] int half_points() const;
};

// Clears both players before each game, so that the result depends on nothing that was played before. Nothing when
// stopped.
std::optional<PlayedPair> play_pair(Searcher& first, Searcher& second, const Game& opening, Variant variant,
                                    const PlaySettings& settings, const std::atomic<bool>& stop);

// Who plays, and from where.
struct PairSettings {
    EvaluatorFactory first = make_default_evaluator;
    EvaluatorFactory second = make_default_evaluator;
    std::size_t hash_megabytes = 16;  // for each player of each game
    Adjudication adjudication = Adjudication::none();
    std::optional<NodeClock> clock;  // instead of a limit for each move
    // Pair n begins from opening n, and from the first again after the last. Without any, from random moves that the
    // first player finds balanced.
    std::vector<Opening> openings;
    std::uint64_t seed = 1;  // of the random moves
    int threads = 1;
};

// One pair to play. All that it depends on is here and in the settings.
struct PairTask {
    std::uint64_t number = 0;
    std::uint64_t nodes = 0;  // for each move unless there is a clock; a hard limit, as with "go nodes"
    std::vector<ParameterValue> first;
    std::vector<ParameterValue> second;
};

// Decides which pairs are played, and what becomes of them. It is never called by two threads at once.
class PairSchedule {
public:
    PairSchedule() = default;
    PairSchedule(const PairSchedule&) = delete;
    PairSchedule& operator=(const PairSchedule&) = delete;
    virtual ~PairSchedule() = default;

    // Nothing more needs to be played; pairs that are being played are given up.
    [[nodiscard]] virtual bool is_done() const = 0;
    // The next pair. Nothing if all were begun, or if it depends on pairs that are being played.
    [[nodiscard]] virtual std::optional<PairTask> next() = 0;
    virtual std::optional<Error> finish(const PairTask& task, const PlayedPair& pair) = 0;
};

// Plays until the schedule is done or `tick` returns false. The calling thread calls `tick` about ten times a second,
// not while another thread uses the schedule.
std::optional<Error> play_pairs(const PairSettings& settings, PairSchedule& schedule,
                                const std::function<bool()>& tick);

}  // namespace skua::lab
