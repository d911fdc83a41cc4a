#include "engine/report.h"

#include <algorithm>

namespace skua {

Report report_of(const SearchInfo& info, EvaluatorKind kind) {
    Report report;
    report.depth = info.depth;
    report.seldepth = info.seldepth;
    report.multipv = info.multipv;
    report.score = to_shown(info.score, kind);
    report.bound = info.bound;
    report.wdl = info.is_dead_draw ? CertainDraw : wdl_of(report.score);
    report.nodes = info.nodes;
    report.nodes_per_second = info.nodes * 1000 / static_cast<std::uint64_t>(std::max<Milliseconds>(info.time, 1));
    report.tablebase_hits = info.tablebase_hits;
    report.time = info.time;
    report.hashfull = info.hashfull;
    report.pv = info.pv;
    return report;
}

BestMove best_move_of(const SearchResult& result, EvaluatorKind kind) {
    return {result.best, result.ponder, to_shown(result.score, kind), result.depth, result.nodes};
}

}  // namespace skua
