// How long to think about a move.
#pragma once

#include <algorithm>
#include <optional>

#include "chess/types.h"
#include "search/limits.h"
#include "search/parameters.h"

namespace skua {

class TimeManager {
public:
    // `overhead` is lost on the way between us and the clock.
    TimeManager(const Limits& limits, Color side, Milliseconds overhead, const Parameters& parameters);

    [[nodiscard]] Milliseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
    }
    // Never think longer than this; nothing when time does not limit.
    [[nodiscard]] std::optional<Milliseconds> hard_limit() const { return hard_; }
    [[nodiscard]] std::optional<Milliseconds> soft_limit() const { return soft_; }
    [[nodiscard]] bool past_hard_limit() const { return hard_ && elapsed() >= *hard_; }

    // What an iteration has shown about how sure we are.
    struct Confidence {
        double best_move_share = 0;  // of all nodes, those spent below the best move
        int stable_iterations = 0;   // since the best move last changed
        Score score_drop = 0;        // how much the score fell since the last iterations
    };
    // Is there no point in beginning another iteration?
    [[nodiscard]] bool past_soft_limit(const Confidence& confidence) const;

private:
    Clock::time_point start_;
    std::optional<Milliseconds> soft_;
    std::optional<Milliseconds> hard_;
    bool fixed_ = false;  // a time per move: use all of it
    const Parameters& parameters_;
};

}  // namespace skua
