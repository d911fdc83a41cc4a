#include "engine/engine.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "base/platform.h"
#include "engine/own_book.h"
#include "engine/strength.h"
#include "eval/nnue/network.h"
#include "search/searcher.h"
#include "tablebase/tables.h"

namespace skua {

namespace {

constexpr int DefaultHash = 16;
// A first guess at the nodes that are searched in a millisecond: those of a slow telephone.
constexpr std::uint64_t FirstSpeed = 100;

// "Syzygy tables: 5 with 3 pieces, 30 with 4 pieces; distance tables (DTZ): 35"
std::string describe(const tablebase::Tables& tables) {
    using tablebase::TableKind;
    std::string text;
    for (int pieces = 3; pieces <= tables.largest(); ++pieces) {
        const int count = tables.count(TableKind::Wdl, pieces);
        if (count == 0) { continue; }
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " with " + std::to_string(pieces) + " pieces";
    }
    if (text.empty()) { return "Syzygy tables: none found"; }
    return "Syzygy tables: " + text + "; distance tables (DTZ): " + std::to_string(tables.count(TableKind::Dtz));
}

// Callbacks that tell the book's reply instead of the one that the search expects. None: they stay as they are.
SearchCallbacks with_reply(SearchCallbacks callbacks, Move reply) {
    if (reply.is_none()) { return callbacks; }
    SearchCallbacks result = callbacks;
    if (callbacks.info) {
        result.info = [tell = callbacks.info, reply](SearchInfo info) {
            if (!info.pv.empty()) { info.pv = {info.pv[0], reply}; }
            tell(info);
        };
    }
    result.best_move = [tell = callbacks.best_move, reply](SearchResult found) {
        found.ponder = reply;
        tell(found);
    };
    return result;
}

}  // namespace

class Engine::Implementation {
public:
    explicit Implementation(Result<std::shared_ptr<const nnue::Network>> embedded_network)
        : embedded(std::move(embedded_network)) {
        searcher.set_hash(DefaultHash);
        if (!embedded) {
            startup_notice = unusable_network() + "; the classical evaluation is used instead";
            searcher.set_evaluator([] { return make_evaluator(EvaluatorKind::Classical); });
            evaluator_kind = EvaluatorKind::Classical;
        }
        describe_options();
    }

    [[nodiscard]] const nnue::Network* network_in_use() const {
        return network ? network.get() : embedded ? embedded->get() : nullptr;
    }

    // The book's move, if the search is for playing one.
    [[nodiscard]] std::optional<OwnBook::Answer> book_answer(const Limits& limits) {
        const bool plays = !limits.infinite && !limits.ponder && !limits.mate && limits.search_moves.empty();
        return plays && !analysis_mode ? own_book.answer(game) : std::nullopt;
    }

    // Passes the search's reports on with scores as users see them.
    [[nodiscard]] SearchCallbacks search_callbacks() const;

    Searcher searcher{platform::max_threads() > 1 ? RunsOn::OwnThreads : RunsOn::CallersThread};
    std::uint64_t speed = FirstSpeed;  // of the last slice, in nodes a millisecond
    Options options;
    SearchSettings settings;
    Strength strength;
    bool analysis_mode = false;
    EngineCallbacks callbacks;
    Game game;
    OwnBook own_book;
    EvaluatorKind evaluator_kind = DefaultEvaluatorKind;
    Result<std::shared_ptr<const nnue::Network>> embedded;
    std::shared_ptr<const nnue::Network> network;         // null: the embedded one
    std::shared_ptr<const tablebase::Tables> tablebases;  // null: none
    std::string startup_notice;
    NoticeHandler notice_handler;

    void notify(const std::string& sentence) const {
        if (notice_handler) { notice_handler(sentence); }
    }

private:
    void describe_options();
    void describe_strength_options();
    void describe_evaluation_options();
    void describe_tablebase_options();
    void describe_parameters();
    [[nodiscard]] std::string unusable_network() const {
        return "the embedded network can't be used: " + embedded.error();
    }
    // Looks for tables now, and uses them from the change on.
    [[nodiscard]] Result<OptionChange> prepare_tablebases(const std::string& path);
    // Changes nothing when it refuses.
    std::optional<Error> set_evaluator(EvaluatorKind kind, std::shared_ptr<const nnue::Network> wanted);
};

void Engine::Implementation::describe_options() {
    const auto memory = static_cast<std::int64_t>(platform::physical_memory() / 1024 / 1024);
    options.add_spin("Hash", DefaultHash, 1, std::max<std::int64_t>(memory, DefaultHash),
                     "size of the transposition table in MB", [this](std::int64_t megabytes) -> std::optional<Error> {
                         if (searcher.set_hash(static_cast<std::size_t>(megabytes))) { return std::nullopt; }
                         return Error{"there is not enough memory for a table of " + std::to_string(megabytes) +
                                      " MB; it stays at " + std::to_string(searcher.hash_megabytes()) + " MB"};
                     });
    options.add_button("Clear Hash", "clear the transposition table and all move statistics",
                       [this] { searcher.clear(); });
    options.add_spin("Threads", searcher.threads(), 1, platform::max_threads(), "number of threads that search",
                     [this](std::int64_t count) -> std::optional<Error> {
                         const int got = searcher.set_threads(static_cast<int>(count));
                         if (got == count) { return std::nullopt; }
                         return Error{"the system allows only " + std::to_string(got) + " threads; it stays at " +
                                      std::to_string(searcher.threads())};
                     });
    options.add_spin("MultiPV", settings.multi_pv, 1, 256, "number of best lines to show");
    options.add_spin("Move Overhead", settings.move_overhead, 0, 5000,
                     "milliseconds to reserve per move for delays outside the engine");
    describe_strength_options();
    options.add_spin("Contempt", settings.contempt, -100, 100,
                     "centipawns by which the engine counts a draw as worse than equal");
    options.add_spin("CountermoveBonus", settings.countermove_bonus, 0, 20000,
                     "weight of the countermove in move ordering; 0 switches it off");
    describe_evaluation_options();
    describe_tablebase_options();
    own_book.describe_options(options);
    describe_parameters();
}

void Engine::Implementation::describe_strength_options() {
    options.add_check("UCI_LimitStrength", strength.limit_elo, "play weaker, as UCI_Elo says");
    options.add_spin("UCI_Elo", strength.elo, LowestElo, HighestElo,
                     "strength with UCI_LimitStrength; a scale, not a measured rating");
    options.add_spin("Skill Level", strength.skill_level, 0, MaxSkillLevel,
                     "strength in steps, without UCI_LimitStrength; 20 is full strength");
}

void Engine::Implementation::describe_evaluation_options() {
    options.add_combo("Evaluation", std::string(name_of(evaluator_kind)), evaluator_kind_names(),
                      "evaluation used in search: the network or the classical terms",
                      [this](const std::string& choice) -> std::optional<Error> {
                          return set_evaluator(*evaluator_kind_named(choice), network);
                      });
    options.add_text("EvalFile", "", "file of the network to use; empty for the embedded one",
                     [this](const std::string& path) -> Result<OptionChange> {
                         std::shared_ptr<const nnue::Network> wanted;
                         if (!path.empty()) {
                             Result<std::shared_ptr<const nnue::Network>> loaded = nnue::load_network(path);
                             if (!loaded) { return Error{loaded.error()}; }
                             wanted = *std::move(loaded);
                         }
                         return OptionChange([this, wanted] { return set_evaluator(evaluator_kind, wanted); });
                     });
}

void Engine::Implementation::describe_tablebase_options() {
    options.add_text("SyzygyPath", "", "folders with Syzygy tablebases",
                     [this](const std::string& path) { return prepare_tablebases(path); });
    options.add_spin("SyzygyProbeDepth", settings.tablebase_depth, 1, 100,
                     "smallest remaining depth at which the search probes the largest tables");
    options.add_check("Syzygy50MoveRule", settings.fifty_move_rule,
                      "tablebase wins that the fifty-move rule prevents count as draws",
                      [this](bool on) -> std::optional<Error> {
                          settings.fifty_move_rule = on;
                          // Scores under the other rule are wrong now.
                          searcher.clear();
                          return std::nullopt;
                      });
    options.add_spin("SyzygyProbeLimit", settings.tablebase_limit, 0, tablebase::MaxPieces,
                     "tables of more pieces are not used; 0 uses none");
}

Result<OptionChange> Engine::Implementation::prepare_tablebases(const std::string& path) {
    std::shared_ptr<tablebase::Tables> wanted;
    std::vector<std::string> problems;
    if (!path.empty()) {
        wanted = std::make_shared<tablebase::Tables>([this](const std::string& problem) { notify(problem); });
        const tablebase::Tables::PathReading reading = wanted->add_path(path);
        problems = reading.problems;
        if (reading.read == 0) { return Error{problems.empty() ? "SyzygyPath names no folder" : problems.front()}; }
    }
    return OptionChange([this, wanted, problems]() -> std::optional<Error> {
        searcher.set_tablebases(wanted);
        tablebases = wanted;
        for (const std::string& problem : problems) { notify(problem); }
        if (wanted) { notify(describe(*wanted)); }
        return std::nullopt;
    });
}

// In a build for tuning every parameter of the search is an option.
void Engine::Implementation::describe_parameters() {
#ifdef SKUA_TUNE
    for (const ParameterInfo& info : ParameterTable) {
        options.add_spin(std::string(info.name), searcher.parameters().*info.member, info.low, info.high,
                         "search parameter");
    }
#endif
}

std::optional<Error> Engine::Implementation::set_evaluator(EvaluatorKind kind,
                                                           std::shared_ptr<const nnue::Network> wanted) {
    if (kind == EvaluatorKind::Nnue && !wanted && !embedded) { return Error{unusable_network()}; }
    const std::shared_ptr<const nnue::Network> used = wanted ? wanted : embedded ? *embedded : nullptr;
    try {
        searcher.set_evaluator([kind, used] { return make_evaluator(kind, used); });
    } catch (const std::bad_alloc&) { return Error{"there is not enough memory for another evaluation"}; }
    evaluator_kind = kind;
    network = std::move(wanted);
    return std::nullopt;
}

SearchCallbacks Engine::Implementation::search_callbacks() const {
    SearchCallbacks result;
    if (callbacks.report) {
        result.info = [report = callbacks.report, kind = evaluator_kind](const SearchInfo& info) {
            report(report_of(info, kind));
        };
    }
    result.current_move = callbacks.current_move;
    result.best_move = [best_move = callbacks.best_move, kind = evaluator_kind](const SearchResult& found) {
        if (best_move) { best_move(best_move_of(found, kind)); }
    };
    return result;
}

// ---------------------------------------------------------------------- the engine

Engine::Engine() : Engine(nnue::load_embedded_network()) {}

Engine::Engine(Result<std::shared_ptr<const nnue::Network>> embedded)
    : implementation_(std::make_unique<Implementation>(std::move(embedded))) {}

Engine::~Engine() = default;

const Options& Engine::options() const { return implementation_->options; }

Result<OptionChange> Engine::prepare_option(std::string_view name, std::string_view value) {
    Result<OptionChange> change = implementation_->options.prepare(name, value);
    if (!change) { return change; }
    return OptionChange([this, apply = *std::move(change)] {
        implementation_->searcher.stop_and_wait();
        return apply();
    });
}

std::optional<Error> Engine::set_option(std::string_view name, std::string_view value) {
    const Result<OptionChange> change = prepare_option(name, value);
    return change ? (*change)() : Error{change.error()};
}

void Engine::set_analysis_mode(bool on) { implementation_->analysis_mode = on; }

void Engine::set_callbacks(EngineCallbacks callbacks) { implementation_->callbacks = std::move(callbacks); }

void Engine::set_notice_handler(NoticeHandler handler) { implementation_->notice_handler = std::move(handler); }

void Engine::set_book_seed(std::uint64_t seed) { implementation_->own_book.set_seed(seed); }

void Engine::new_game() { implementation_->searcher.clear(); }

void Engine::set_game(Game game) {
    implementation_->searcher.stop_and_wait();
    implementation_->game = std::move(game);
}

const Game& Engine::game() const { return implementation_->game; }

void Engine::go(const Limits& limits) {
    Implementation& engine = *implementation_;
    engine.searcher.stop_and_wait();
    SearchSettings settings = engine.settings;
    settings.contempt = engine.analysis_mode ? 0 : from_shown({settings.contempt}, engine.evaluator_kind);
    if (const std::optional<OwnBook::Answer> answer = engine.book_answer(limits)) {
        engine.notify(answer->remark);
        // One ply of search gives the book's move its score, which users of the protocols expect with every move.
        Limits one_ply;
        one_ply.depth = 1;
        one_ply.search_moves = {answer->move};
        one_ply.start = limits.start;
        engine.searcher.start(engine.game, one_ply, settings, with_reply(engine.search_callbacks(), answer->ponder));
        return;
    }
    settings.strength_limit = strength_limit(engine.strength, engine.game.position());
    engine.searcher.start(engine.game, limits, settings, engine.search_callbacks());
}

void Engine::stop() { implementation_->searcher.stop(); }

void Engine::ponder_hit() { implementation_->searcher.ponder_hit(); }

void Engine::wait() { implementation_->searcher.wait(); }

bool Engine::wait_for(std::chrono::milliseconds time) { return implementation_->searcher.wait_for(time); }

bool Engine::run_slice(std::chrono::milliseconds length) {
    using std::chrono::microseconds;
    Searcher& searcher = implementation_->searcher;
    if (!searcher.has_work()) { return false; }
    const std::uint64_t nodes_before = searcher.nodes();
    const Clock::time_point start = Clock::now();
    std::uint64_t& speed = implementation_->speed;
    searcher.run_slice(speed * static_cast<std::uint64_t>(length.count()));
    const auto passed = std::chrono::duration_cast<microseconds>(Clock::now() - start);
    if (passed >= length / 2) {
        const std::uint64_t nodes = searcher.nodes() - nodes_before;
        speed = std::max<std::uint64_t>(1000 * nodes / static_cast<std::uint64_t>(passed.count()), 1);
    } else if (searcher.has_work()) {
        // It was guessed too low, or the clock is too coarse to tell.
        speed *= 2;
    }
    return searcher.has_work();
}

CacheStatistics Engine::cache_statistics() const { return implementation_->searcher.cache_statistics(); }

EvaluatorKind Engine::evaluator_kind() const { return implementation_->evaluator_kind; }

const nnue::Network* Engine::network() const { return implementation_->network_in_use(); }

std::shared_ptr<const tablebase::Tables> Engine::tablebases() const { return implementation_->tablebases; }

Result<std::shared_ptr<const book::Book>> Engine::book() const { return implementation_->own_book.book(); }

std::string Engine::book_name() const { return implementation_->own_book.name(); }

const std::string& Engine::startup_notice() const { return implementation_->startup_notice; }

}  // namespace skua
