// The interface of every evaluation.
#pragma once

#include <cstdint>

#include "chess/delta.h"
#include "chess/position.h"
#include "eval/score.h"

namespace skua {

// How often a cache was asked, and how often it had the answer.
struct CacheStatistics {
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;
};

// An evaluator follows a search through the tree: reset at the root, push for each move played, pop for each move taken
// back (null moves change nothing on the board and are not pushed). It belongs to one thread.
class Evaluator {
public:
    virtual ~Evaluator() = default;

    virtual void reset(const Position& root) = 0;
    virtual void push(const BoardDelta& delta) = 0;
    virtual void pop() = 0;

    // Evaluates the position that was reached, in centipawns from the side to move's view, within +-MaxEvaluation.
    [[nodiscard]] virtual Score evaluate(const Position& position) = 0;

    // Counts the lookups in the pawn cache since the evaluator was made.
    [[nodiscard]] virtual CacheStatistics cache_statistics() const = 0;
};

}  // namespace skua
