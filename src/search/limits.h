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

// What `go` asked for. Whatever is not given does not limit; the first limit reached ends the search.
struct Limits {
    EnumArray<Color, std::optional<Milliseconds>> time;
    EnumArray<Color, Milliseconds> increment;
    std::optional<int> moves_to_go;
    std::optional<Milliseconds> move_time;
    std::optional<Depth> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<std::uint64_t> soft_nodes;  // ends after the iteration in which it is reached
    std::optional<int> mate;                  // ends when a mate in so many moves, or fewer, is found
    std::vector<Move> search_moves;           // only these; empty: all
    bool infinite = false;                    // only `stop` ends it
    bool ponder = false;                      // until `ponderhit` as if infinite
    Clock::time_point start = Clock::now();   // when the command was read
};

}  // namespace skua
