// What a search reports while it runs and when it is done.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/limits.h"
#include "search/tt.h"

namespace skua {

struct SearchInfo {
    Depth depth = 0;
    Ply seldepth = 0;
    int multipv = 1;  // 1 for the best principal variation, 2 for the next
    Score score = 0;
    Bound bound = Bound::Exact;
    std::uint64_t nodes = 0;
    std::uint64_t tablebase_hits = 0;
    Milliseconds time = 0;
    int hashfull = 0;           // per mille of the transposition table
    bool is_dead_draw = false;  // stalemate, too little material for a mate, or a draw by the tablebases
    std::vector<Move> pv;
};

struct CurrentMove {
    Depth depth = 0;
    Move move;
    int number = 0;
};

struct SearchResult {
    Move best;    // none when there is no legal move
    Move ponder;  // the expected reply, none if unknown
    Score score = 0;
    Depth depth = 0;
    std::uint64_t nodes = 0;
};

// Called from the thread that searches; they must not call the searcher.
struct SearchCallbacks {
    std::function<void(const SearchInfo&)> info;
    std::function<void(const CurrentMove&)> current_move;
    std::function<void(const SearchResult&)> best_move;  // exactly once for each search
};

}  // namespace skua
