#include "server/searches.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "analysis/game_analysis_json.h"
#include "analysis/position_statements.h"
#include "analysis/statement_text.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/uci_move.h"

namespace skua::server {

namespace {

using std::chrono::milliseconds;

// How often a running search is asked whether it should go on, and the least time between two events.
constexpr milliseconds AskEvery(10);
constexpr milliseconds BetweenEvents(50);
// Explanations search several times for each move.
constexpr milliseconds LongestExplanation(60'000);
constexpr std::size_t ShownPlies = 30;
// Searches below these are short: some tenths of a second at most.
constexpr std::uint64_t ShortNodes = 250'000;
constexpr Milliseconds ShortTime = 250;
constexpr Depth ShortDepth = 8;
constexpr std::uint64_t FirstLookNodes = 20'000;

const Outcome Cancelled{"", Refusal{503, "cancelled", "the search was cancelled"}};

Json wdl_json(const Wdl& wdl, Color side_to_move) {
    const bool is_white = side_to_move == Color::White;
    return Json::object(
        {{"white", is_white ? wdl.win : wdl.loss}, {"draw", wdl.draw}, {"black", is_white ? wdl.loss : wdl.win}});
}

// Adds the members that a line has.
void add_line(Json& json, const SearchedLine& line, const PositionRequest& request) {
    const Position& position = request.game.position();
    const Color side = position.side_to_move();
    Json moves = Json::array();
    for (const Move move : line.moves) { moves.add(to_uci(move, request.variant)); }
    json.add("move", to_uci(line.first(), request.variant));
    json.add("san", to_san(position, line.first()));
    json.add("score", skua::to_json(line.score, side));
    json.add("wdl", wdl_json(line.chances, side));
    json.add("line", std::move(moves));
    json.add("text", line_text(position, line.moves, ShownPlies));
}

Json lines_json(const std::vector<SearchedLine>& lines, const PositionRequest& request) {
    Json json = Json::array();
    for (const SearchedLine& line : lines) {
        Json each = Json::object();
        add_line(each, line, request);
        json.add(std::move(each));
    }
    return json;
}

// Figures of the last report.
struct Figures {
    Depth depth = 0;
    Ply seldepth = 0;
    std::uint64_t nodes = 0;
    std::uint64_t nodes_per_second = 0;
    Milliseconds time = 0;
    int hashfull = 0;
    std::uint64_t tablebase_hits = 0;
};

// Collects the reports of one search. Everything is called on the searching thread but result(), which comes after its
// end.
class Collector {
public:
    using Tell = std::function<void(const std::vector<SearchedLine>&, const Figures&)>;

    Collector(std::size_t wanted, Tell tell) : wanted_(wanted), tell_(std::move(tell)) {}

    void take(const Report& report) {
        figures_ = {report.depth, report.seldepth, report.nodes,         report.nodes_per_second,
                    report.time,  report.hashfull, report.tablebase_hits};
        const SearchedLine line{report.score, report.wdl, report.pv};
        if (report.multipv == 1) { last_ = line; }
        if (report.bound != Bound::Exact) { return; }
        if (report.multipv == 1) { lines_.clear(); }
        if (static_cast<std::size_t>(report.multipv) != lines_.size() + 1) { return; }
        lines_.push_back(line);
        // Only lines of one depth can be compared; a search that ends within an iteration may not have them all.
        if (lines_.size() == wanted_ || complete_.empty()) {
            complete_ = lines_;
            depth_ = report.depth;
        }
        if (lines_.size() == wanted_) { tell_(complete_, figures_); }
    }
    void finish(const BestMove& best) {
        figures_.nodes = std::max(figures_.nodes, best.nodes);
        if (best.move.is_none()) {
            complete_.clear();
            return;
        }
        if (wanted_ == 1 || complete_.empty()) {
            // The last iteration may have found another move before it was over.
            if (complete_.empty() || complete_[0].first() != best.move) {
                const bool has_line = last_.first() == best.move;
                complete_ = {has_line ? last_ : SearchedLine{best.score, wdl_of(best.score), {best.move}}};
            }
        }
        ponder_ = complete_[0].first() == best.move ? best.ponder : Move::none();
    }

    [[nodiscard]] const std::vector<SearchedLine>& lines() const { return complete_; }
    [[nodiscard]] Figures figures() const {
        Figures figures = figures_;
        figures.depth = depth_;
        return figures;
    }
    [[nodiscard]] Move ponder() const { return ponder_; }

private:
    const std::size_t wanted_;
    const Tell tell_;
    std::vector<SearchedLine> lines_;
    std::vector<SearchedLine> complete_;
    SearchedLine last_;  // the best line, exact or not
    Depth depth_ = 0;
    Figures figures_;
    Move ponder_;
};

void add_figures(Json& json, const Figures& figures) {
    json.add("depth", figures.depth);
    json.add("seldepth", figures.seldepth);
    json.add("nodes", figures.nodes);
    json.add("nps", figures.nodes_per_second);
    json.add("time", figures.time);
    json.add("hashfull", figures.hashfull);
    json.add("tbhits", figures.tablebase_hits);
}

Event info_event(const std::vector<SearchedLine>& lines, const Figures& figures, const PositionRequest& request) {
    Json json = Json::object();
    add_figures(json, figures);
    json.add("lines", lines_json(lines, request));
    return {"info", json.text(), figures.depth};
}

// Tells events, but not faster than anybody reads.
class Throttle {
public:
    Throttle(WorkContext& context, const PositionRequest& request) : context_(context), request_(request) {}

    void tell(const std::vector<SearchedLine>& lines, const Figures& figures) {
        const auto now = std::chrono::steady_clock::now();
        if (last_ && now - *last_ < BetweenEvents) { return; }
        last_ = now;
        context_.emit(info_event(lines, figures, request_));
    }

private:
    WorkContext& context_;
    const PositionRequest& request_;
    std::optional<std::chrono::steady_clock::time_point> last_;
};

// How the game ended, null if it goes on.
Json end_of_game(const Position& position) {
    if (has_legal_move(position)) { return {}; }
    return position.in_check() ? Json("checkmate") : Json("stalemate");
}

std::string search_answer(const Collector& collector, const PositionRequest& request, bool is_capped) {
    Json json = Json::object({{"fen", to_fen(request.game.position())}});
    if (collector.lines().empty()) {
        for (const char* const name : {"move", "san", "score", "wdl"}) { json.add(name, nullptr); }
        json.add("line", Json::array());
        json.add("text", "");
    } else {
        add_line(json, collector.lines()[0], request);
    }
    const Move ponder = collector.ponder();
    json.add("ponder", ponder.is_none() ? Json() : Json(to_uci(ponder, request.variant)));
    json.add("over", end_of_game(request.game.position()));
    add_figures(json, collector.figures());
    json.add("capped", is_capped);
    json.add("lines", lines_json(collector.lines(), request));
    return json.text();
}

void set_option(Engine& engine, std::string_view name, int value) {
    const std::string text = std::to_string(value);
    if (engine.options().find(name)->value() != text) { engine.set_option(name, text); }
}

Outcome run_search(Engine& engine, WorkContext& context, const SearchRequest& request, const Caps& caps,
                   const std::function<void(const std::string&)>& keep) {
    set_option(engine, "Threads", request.threads);
    set_option(engine, "MultiPV", request.multipv);
    engine.new_game();
    const PositionRequest& position = request.position;
    const auto moves = static_cast<std::size_t>(count_legal_moves(position.game.position()));
    Throttle throttle(context, position);
    Collector collector(std::min(static_cast<std::size_t>(request.multipv), std::max<std::size_t>(moves, 1)),
                        [&throttle](const auto& lines, const Figures& figures) { throttle.tell(lines, figures); });
    if (moves > 0) {
        EngineCallbacks callbacks;
        callbacks.report = [&collector](const Report& report) { collector.take(report); };
        callbacks.best_move = [&collector](const BestMove& best) { collector.finish(best); };
        engine.set_callbacks(std::move(callbacks));
        engine.set_game(position.game);
        Limits limits = request.effort.limits();
        limits.move_time = std::min(limits.move_time.value_or(caps.move_time), caps.move_time);
        limits.start = Clock::now();
        engine.go(limits);
        bool is_cancelled = false;
        while (!engine.wait_for(AskEvery)) {
            if (!is_cancelled && context.cancelled()) {
                is_cancelled = true;
                engine.stop();
            }
        }
        engine.set_callbacks({});
        context.count_nodes(collector.figures().nodes);
        if (is_cancelled) { return Cancelled; }
    }
    const bool is_capped = !request.effort.move_time && collector.figures().time >= caps.move_time;
    std::string answer = search_answer(collector, position, is_capped);
    if (!is_capped && moves > 0) { keep(answer); }
    return {std::move(answer)};
}

Length length_of(const SearchRequest& request) {
    const AnalysisSettings& effort = request.effort;
    const bool is_short = request.threads == 1 && (effort.nodes.value_or(ShortNodes + 1) <= ShortNodes ||
                                                   effort.move_time.value_or(ShortTime + 1) <= ShortTime ||
                                                   effort.depth.value_or(ShortDepth + 1) <= ShortDepth);
    return is_short ? Length::Short : Length::Long;
}

}  // namespace

Work search_work(const SearchRequest& request, const Caps& caps, Keep keep) {
    Work work;
    work.key = key_of(request);
    work.length = length_of(request);
    // The engine watches the clock itself; this is for a clock that stands still.
    work.longest = milliseconds(caps.move_time) + milliseconds(5000);
    work.run = [request, caps, keep = std::move(keep), key = work.key](Engine& engine, WorkContext& context) {
        return run_search(engine, context, request, caps, [&](const std::string& answer) { keep(key, answer); });
    };
    return work;
}

Work stream_work(const SearchRequest& request, const Caps& caps, Keep keep) {
    Work work = search_work(request, caps, std::move(keep));
    if (work.length == Length::Long) {
        SearchRequest look = request;
        look.threads = 1;
        look.effort = {};
        look.effort.nodes = FirstLookNodes;
        work.first_look =
            std::make_shared<const Work>(search_work(look, caps, [](const std::string&, const std::string&) {}));
    }
    return work;
}

Work explain_work(const ExplainRequest& request, Keep keep) {
    Work work;
    work.key = key_of(request);
    work.longest = LongestExplanation;
    work.run = [request, keep = std::move(keep), key = work.key](Engine& engine, WorkContext& context) -> Outcome {
        set_option(engine, "Threads", 1);
        const std::optional<PositionStatements> explained = explain_position(
            engine, request.position.game, request.moves, request.effort, [&context] { return context.cancelled(); });
        if (!explained) { return Cancelled; }
        context.count_nodes(explained->nodes);
        std::string answer = skua::to_json(*explained, request.position.variant).text();
        keep(key, answer);
        return {std::move(answer)};
    };
    return work;
}

}  // namespace skua::server
