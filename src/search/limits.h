// When a search ends.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/enum_array.h"
#include "chess/move.h"
#include "eval/score.h"

namespace skua {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::int64_t;

// The limits of one search. A limit that is not given does not apply; the first one reached ends the search.
struct Limits {
    EnumArray<Color, std::optional<Milliseconds>> time;
    EnumArray<Color, Milliseconds> increment;
    std::optional<int> moves_to_go;
    std::optional<Milliseconds> move_time;
    std::optional<Depth> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<std::uint64_t> soft_nodes;  // the iteration in which it is reached is completed
    std::optional<int> mate;                  // ends when a mate in this many moves, or fewer, is found
    std::vector<Move> search_moves;           // only these moves are searched; empty: all
    bool infinite = false;                    // only stop() ends the search
    bool ponder = false;                      // infinite until ponder_hit()
    Clock::time_point start = Clock::now();   // when the command was read
    // Above 0: the clock counts nodes instead of time, so that games do not depend on the machine or its other work.
    std::uint64_t nodes_per_millisecond = 0;
};

}  // namespace skua
