// What an engine reports to a front end while it searches and when it is done.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/wdl.h"
#include "search/report.h"

namespace skua {

// One principal variation of a search that is running.
struct Report {
    Depth depth = 0;
    Ply seldepth = 0;
    int multipv = 1;  // 1 for the best principal variation, 2 for the next
    ShownScore score;
    Bound bound = Bound::Exact;
    Wdl wdl;
    std::uint64_t nodes = 0;
    std::uint64_t nodes_per_second = 0;
    std::uint64_t tablebase_hits = 0;
    Milliseconds time = 0;
    int hashfull = 0;  // per mille
    std::vector<Move> pv;
};

// The end of a search.
struct BestMove {
    Move move;    // none without a legal move
    Move ponder;  // the expected reply, none if unknown
    ShownScore score;
    Depth depth = 0;
    std::uint64_t nodes = 0;
};

// Called from the searching thread; must not call the engine.
struct EngineCallbacks {
    std::function<void(const Report&)> report;
    std::function<void(const CurrentMove&)> current_move;
    std::function<void(const BestMove&)> best_move;  // exactly once for each search
};

Report report_of(const SearchInfo& info, EvaluatorKind kind);
BestMove best_move_of(const SearchResult& result, EvaluatorKind kind);

}  // namespace skua
