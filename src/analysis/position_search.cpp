#include "analysis/position_search.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "chess/movegen.h"

namespace skua {

namespace {

// How often it is asked whether somebody wants the search to end.
constexpr std::chrono::milliseconds AskEvery(20);

// Collects the reports of one search.
class Collector {
public:
    explicit Collector(std::size_t wanted) : wanted_(wanted) {}

    // Both are called from the searching thread, and the result is asked for when the search is over.
    void take(const Report& report) {
        if (report.bound != Bound::Exact) { return; }
        if (report.multipv == 1) { lines_.clear(); }
        if (static_cast<std::size_t>(report.multipv) != lines_.size() + 1) { return; }
        lines_.push_back({report.score, report.wdl, report.pv});
        // Lines of one depth only are comparable; a search that ends within an iteration may not have them all.
        if (lines_.size() == wanted_ || complete_.lines.empty()) {
            complete_.lines = lines_;
            complete_.depth = report.depth;
        }
    }
    void finish(std::uint64_t nodes) { complete_.nodes = nodes; }
    [[nodiscard]] SearchedPosition result() { return std::move(complete_); }

private:
    const std::size_t wanted_;
    std::vector<SearchedLine> lines_;
    SearchedPosition complete_;
};

std::size_t count_moves(const Game& game, const Limits& limits) {
    return limits.search_moves.empty() ? legal_moves(game.position()).size() : limits.search_moves.size();
}

}  // namespace

PositionSearch::PositionSearch(Engine& engine, Cancelled cancelled)
    : engine_(engine), cancelled_(std::move(cancelled)) {
    engine_.set_analysis_mode(true);
}

std::optional<SearchedPosition> PositionSearch::run(const Game& game, const Limits& limits, int line_count) {
    if (line_count != line_count_) {
        engine_.set_option("MultiPV", std::to_string(line_count));
        line_count_ = line_count;
    }
    if (is_cancelled()) { return std::nullopt; }
    Collector collector(std::min(static_cast<std::size_t>(line_count), count_moves(game, limits)));
    EngineCallbacks callbacks;
    callbacks.report = [&collector](const Report& report) { collector.take(report); };
    callbacks.best_move = [&collector](const BestMove& best) { collector.finish(best.nodes); };
    engine_.set_callbacks(std::move(callbacks));
    engine_.set_game(game);
    Limits now = limits;
    now.start = Clock::now();
    engine_.go(now);
    bool was_cancelled = false;
    while (!engine_.wait_for(AskEvery)) {
        if (is_cancelled()) {
            was_cancelled = true;
            engine_.stop();
        }
    }
    engine_.set_callbacks({});
    SearchedPosition result = collector.result();
    nodes_ += result.nodes;
    if (was_cancelled) { return std::nullopt; }
    if (std::all_of(result.lines.begin(), result.lines.end(),
                    [](const SearchedLine& line) { return line.moves.empty(); })) {
        result.lines.clear();
    }
    return result;
}

}  // namespace skua
