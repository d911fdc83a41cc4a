// Perft: counts the move sequences of a given length, which proves the move generator.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "chess/position.h"

namespace skua {

// Counts with bulk counting: the moves of the last ply are counted, not played.
std::uint64_t perft(const Position& position, int depth);

struct PerftOptions {
    int threads = 1;
    int hash_megabytes = 0;                   // 0: without a table
    const std::atomic<bool>* stop = nullptr;  // ends the count early when it becomes true
};

struct PerftReport {
    struct Line {
        Move move;
        std::uint64_t nodes = 0;
    };
    std::vector<Line> lines;  // one for each root move
    std::uint64_t nodes = 0;
    bool stopped = false;  // the counts are incomplete
};

PerftReport perft_divide(const Position& position, int depth, const PerftOptions& options = {});

}  // namespace skua
