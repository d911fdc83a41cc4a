// Time management: how long to think about a move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "chess/types.h"
#include "search/limits.h"
#include "search/parameters.h"

namespace skua {

class TimeManager {
public:
    struct Plan {
        std::optional<Milliseconds> soft;  // when to begin no further iteration, before it is scaled by confidence
        std::optional<Milliseconds> hard;  // when to stop in any case; neither is given when time does not limit
    };

    // `overhead` is the time lost between the engine and the clock.
    TimeManager(const Limits& limits, Color side, Milliseconds overhead, const Parameters& parameters);

    [[nodiscard]] Milliseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
    }
    [[nodiscard]] const Plan& plan() const { return plan_; }
    // What the clock shows after so many nodes: the time, unless the clock counts nodes.
    [[nodiscard]] Milliseconds on_clock(std::uint64_t nodes) const {
        return nodes_per_millisecond_ > 0 ? static_cast<Milliseconds>(nodes / nodes_per_millisecond_) : elapsed();
    }
    [[nodiscard]] bool past_hard_limit(std::uint64_t nodes) const {
        return plan_.hard && on_clock(nodes) >= *plan_.hard;
    }

    // How sure the last iteration is of its best move.
    struct Confidence {
        double best_move_share = 0;  // the share of all nodes that was spent below the best move
        int stable_iterations = 0;   // since the best move last changed
        Score score_drop = 0;        // how far the score fell below the average of the iterations
    };
    // Should no further iteration begin?
    [[nodiscard]] bool past_soft_limit(const Confidence& confidence, std::uint64_t nodes) const;

private:
    Clock::time_point start_;
    std::uint64_t nodes_per_millisecond_;
    Plan plan_;
    bool fixed_ = false;  // a time for this move was given, and all of it is used
    const Parameters& parameters_;
};

}  // namespace skua
