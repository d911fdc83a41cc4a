// The moves at the root of a search.
#pragma once

#include <cstdint>
#include <vector>

#include "chess/position.h"
#include "search/limits.h"
#include "search/node.h"
#include "search/tt.h"

namespace skua {

// A move at the root with the results of its searches.
struct RootMove {
    explicit RootMove(Move move) { pv.push_back(move); }

    [[nodiscard]] Move move() const { return pv[0]; }
    // The score of this iteration, else that of the last one.
    [[nodiscard]] Score known_score() const { return score != -InfiniteScore ? score : previous_score; }

    // The score to show: what the tablebases know, unless the search has found a mate or a tablebase win.
    [[nodiscard]] Score shown_score() const {
        return tablebase_score != NoScore && !is_decisive(known_score()) ? tablebase_score : known_score();
    }

    Score score = -InfiniteScore;           // from this iteration; -InfiniteScore unless it raised alpha or came first
    Score previous_score = -InfiniteScore;  // from the last complete iteration
    Score average = NoScore;                // over the iterations; the later ones weigh more
    Bound bound = Bound::Exact;
    Ply seldepth = 0;
    std::uint64_t nodes = 0;          // spent below this move
    int tablebase_rank = 0;           // moves of a lower rank are not searched before those of a higher one
    Score tablebase_score = NoScore;  // NoScore: the tablebases don't know it
    PvLine pv;
};

// Returns the legal moves, or those of them that the limits ask for.
std::vector<RootMove> root_moves_of(const Position& position, const Limits& limits);

}  // namespace skua
