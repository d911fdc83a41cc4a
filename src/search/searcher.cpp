#include "search/searcher.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace skua {

namespace {

// Even the thread with the worst score has a vote.
constexpr Score VoteOffset = 14;
// This much ahead, in centipawns, a player with a strength limit misjudges moves half as much: a won game is to be won.
constexpr int AheadForHalfNoise = 400;
// Each slice in a row that made no progress makes the next one longer by this part of itself and this many nodes:
// slowly, so that slices stay short, but without end, so that every search gets on.
constexpr std::uint64_t SliceGrowthDivisor = 16;
constexpr std::uint64_t SliceGrowth = 64;

}  // namespace

Searcher::Searcher(RunsOn runs_on, std::size_t hash_megabytes, EvaluatorFactory factory) : runs_on_(runs_on) {
    shared_.make_evaluator = std::move(factory);
    shared_.total_nodes = [this] {
        std::uint64_t sum = 0;
        for (const auto& worker : workers_) { sum += worker->nodes(); }
        return sum;
    };
    shared_.total_tablebase_hits = [this] {
        std::uint64_t sum = 0;
        for (const auto& worker : workers_) { sum += worker->tablebase_hits(); }
        return sum;
    };
    if (runs_on_ == RunsOn::CallersThread) {
        workers_.push_back(make_large<Worker>(shared_, true));
    } else if (set_threads(1) == 0) {
        throw std::runtime_error("the system gives no thread to search with");
    }
    if (hash_megabytes != shared_.table.megabytes()) { shared_.table.resize(hash_megabytes, 1); }
}

Searcher::~Searcher() { stop_and_wait(); }

// ---------------------------------------------------------------------- between searches

int Searcher::set_threads(int count) {
    stop_and_wait();
    if (runs_on_ == RunsOn::CallersThread) { return 1; }
    const std::size_t wanted = static_cast<std::size_t>(count);
    const std::size_t before = threads_.size();
    try {
        while (threads_.size() < wanted) {
            if (workers_.size() == threads_.size()) {
                workers_.push_back(make_large<Worker>(shared_, workers_.empty()));
            }
            threads_.push_back(std::make_unique<SearchThread>());
        }
    } catch (const std::system_error&) {
        // There are no more threads, or there is no memory for them.
    } catch (const std::bad_alloc&) {}
    const int given = static_cast<int>(std::min(threads_.size(), wanted));
    const std::size_t kept = given == count ? wanted : std::max<std::size_t>(before, 1);
    while (threads_.size() > kept) { threads_.pop_back(); }
    while (workers_.size() > threads_.size()) { workers_.pop_back(); }
    return given;
}

bool Searcher::set_hash(std::size_t megabytes) {
    stop_and_wait();
    return shared_.table.resize(megabytes, threads());
}

void Searcher::set_evaluator(EvaluatorFactory factory) {
    stop_and_wait();
    // All of them first: when one cannot be made, nothing has changed.
    std::vector<std::unique_ptr<Evaluator>> evaluators;
    for (std::size_t i = 0; i < workers_.size(); ++i) { evaluators.push_back(factory()); }
    for (std::size_t i = 0; i < workers_.size(); ++i) { workers_[i]->set_evaluator(std::move(evaluators[i])); }
    shared_.make_evaluator = std::move(factory);
    clear();
}

void Searcher::set_tablebases(std::shared_ptr<const tablebase::Tables> tables) {
    stop_and_wait();
    tables_ = std::move(tables);
    clear();
}

void Searcher::clear() {
    stop_and_wait();
    shared_.table.clear(threads());
    for (const auto& worker : workers_) { worker->clear(); }
}

CacheStatistics Searcher::cache_statistics() const {
    CacheStatistics sum;
    for (const auto& worker : workers_) {
        const CacheStatistics each = worker->cache_statistics();
        sum.probes += each.probes;
        sum.hits += each.hits;
    }
    return sum;
}

// ---------------------------------------------------------------------- searching

void Searcher::start(const Game& game, const Limits& limits, const SearchSettings& settings,
                     SearchCallbacks callbacks) {
    stop_and_wait();
    shared_.limits = limits;
    shared_.settings = settings;
    shared_.callbacks = std::move(callbacks);
    if (settings.strength_limit) {
        const std::uint64_t nodes = settings.strength_limit->nodes;
        shared_.limits.nodes = std::min(limits.nodes.value_or(nodes), nodes);
    }
    shared_.time.emplace(shared_.limits, game.position().side_to_move(), settings.move_overhead, shared_.parameters);
    shared_.stop = false;
    shared_.may_answer = false;
    shared_.pondering = limits.ponder;
    shared_.table.new_search();
    shared_.tablebases = tablebase_use(tables_, settings);
    result_ = {};

    for (const auto& worker : workers_) { worker->prepare(game); }
    if (runs_on_ == RunsOn::CallersThread) {
        pending_ = true;
        root_prepared_ = false;
        search_done_ = false;
        barren_slices_ = 0;
    } else {
        threads_[0]->run([this] { search_and_answer(); });
    }
}

void Searcher::wait() {
    if (runs_on_ == RunsOn::CallersThread) {
        while (!run_slice(Worker::NoSlice)) { await_permission(); }
    } else if (!threads_.empty()) {
        threads_[0]->wait();
    }
}

bool Searcher::wait_for(std::chrono::milliseconds time) {
    if (runs_on_ == RunsOn::OwnThreads) { return threads_.empty() || threads_[0]->wait_for(time); }
    wait();
    return true;
}

bool Searcher::run_slice(std::uint64_t nodes) {
    assert(runs_on_ == RunsOn::CallersThread);
    if (!pending_) { return true; }
    if (!root_prepared_) { prepare_root(); }
    root_prepared_ = true;
    if (!search_done_) {
        {
            // The slice before may have set the flag for its own end; only stop() and limits end the search.
            const std::lock_guard lock(permission_mutex_);
            if (main_worker().is_paused() && !shared_.may_answer) { shared_.stop = false; }
        }
        const std::uint64_t growth = barren_slices_ * (nodes / SliceGrowthDivisor + SliceGrowth);
        main_worker().set_slice(nodes < Worker::NoSlice - growth ? nodes + growth : Worker::NoSlice);
        search_done_ = main_worker().iterate();
        barren_slices_ = main_worker().slice_made_progress() ? 0 : barren_slices_ + 1;
        if (!search_done_) { return false; }
    }
    if (!may_answer()) { return false; }
    pending_ = false;
    answer();
    return true;
}

SearchResult Searcher::search(const Game& game, const Limits& limits, const SearchSettings& settings,
                              SearchCallbacks callbacks) {
    start(game, limits, settings, std::move(callbacks));
    wait();
    return result_;
}

void Searcher::stop() {
    {
        const std::lock_guard lock(permission_mutex_);
        shared_.stop = true;
        shared_.may_answer = true;
    }
    permission_.notify_all();
}

void Searcher::ponder_hit() {
    {
        const std::lock_guard lock(permission_mutex_);
        shared_.pondering = false;
    }
    permission_.notify_all();
}

void Searcher::stop_and_wait() {
    stop();
    wait();
}

// ---------------------------------------------------------------------- running and answering

bool Searcher::may_answer() const { return shared_.may_answer || !(shared_.limits.infinite || shared_.pondering); }

void Searcher::await_permission() {
    std::unique_lock lock(permission_mutex_);
    permission_.wait(lock, [this] { return may_answer(); });
}

void Searcher::prepare_root() {
    const Game& game = main_worker().game();
    std::vector<RootMove> root_moves = root_moves_of(game.position(), shared_.limits);
    main_worker().count_tablebase_hits(rank_root_moves(root_moves, game, shared_.tablebases));
    for (const auto& worker : workers_) { worker->set_root_moves(root_moves); }
}

void Searcher::search_and_answer() {
    prepare_root();
    for (std::size_t i = 1; i < workers_.size(); ++i) {
        threads_[i]->run([&worker = *workers_[i]] { worker.iterate(); });
    }
    main_worker().iterate();
    await_permission();
    shared_.stop = true;
    for (std::size_t i = 1; i < workers_.size(); ++i) { threads_[i]->wait(); }
    answer();
}

void Searcher::answer() {
    result_.nodes = shared_.total_nodes();
    if (main_worker().root_moves().empty()) {
        result_.score = main_worker().final_position_score();
    } else {
        Worker& best = best_worker();
        const std::size_t choice = shared_.settings.strength_limit ? choose_weaker_move(best.root_moves()) : 0;
        best.report_final(choice, main_worker().last_reported());
        const RootMove& move = best.root_moves()[choice];
        result_.best = move.move();
        result_.ponder = best.expected_reply(choice);
        result_.score = move.shown_score();
        result_.depth = best.completed_depth();
    }
    if (shared_.callbacks.best_move) { shared_.callbacks.best_move(result_); }
}

// Voting among the threads: each votes for its move, with more weight the deeper it searched and the better it found
// the move; wins and losses that are proven count first. The belief is that errors of single threads cancel out. False
// when most of them overlook the same thing. Worth: not measured.
Worker& Searcher::best_worker() {
    Worker* best = &main_worker();
    // With several principal variations or a depth asked for, the main worker has what was asked.
    if (workers_.size() == 1 || shared_.settings.searched_pvs() > 1 || shared_.limits.depth || shared_.limits.mate) {
        return *best;
    }

    const auto score_of = [](const Worker& worker) { return worker.root_moves()[0].score; };
    const auto raw_move_of = [](const Worker& worker) { return worker.root_moves()[0].move().raw(); };
    Score lowest = InfiniteScore;
    for (const auto& worker : workers_) { lowest = std::min(lowest, score_of(*worker)); }
    const auto weight = [&](const Worker& worker) {
        return static_cast<std::int64_t>(score_of(worker) - lowest + VoteOffset) * worker.completed_depth();
    };
    std::map<std::uint16_t, std::int64_t> votes;
    for (const auto& worker : workers_) {
        if (worker->completed_depth() > 0) { votes[raw_move_of(*worker)] += weight(*worker); }
    }
    const auto is_better = [&](const Worker& a, const Worker& b) {
        if (is_win(score_of(b)) || is_loss(score_of(b))) { return score_of(a) > score_of(b); }
        if (is_win(score_of(a))) { return true; }
        const std::int64_t vote_a = votes[raw_move_of(a)];
        const std::int64_t vote_b = votes[raw_move_of(b)];
        return vote_a > vote_b || (vote_a == vote_b && weight(a) > weight(b));
    };
    for (const auto& worker : workers_) {
        if (worker->completed_depth() > 0 && is_better(*worker, *best)) { best = worker.get(); }
    }
    return *best;
}

// Skill limit by noise: each of the best moves is misjudged a little, and the one that looks best then is played. Mates
// are not overlooked: a player who sees one plays it, and avoids one that he sees. Worth: not measured in Elo.
std::size_t Searcher::choose_weaker_move(const std::vector<RootMove>& moves) {
    const auto count = std::min(static_cast<std::size_t>(shared_.settings.searched_pvs()), moves.size());
    const int noise = shared_.settings.strength_limit->noise;
    std::size_t best = 0;
    int best_value = -2 * InfiniteScore;
    for (std::size_t i = 0; i < count; ++i) {
        const Score score = moves[i].shown_score();
        int value = score;
        if (!is_decisive(score)) {
            const int ahead = std::max(score, 0);
            const int spread = noise * AheadForHalfNoise / (AheadForHalfNoise + ahead);
            value += static_cast<int>(prng_.below(static_cast<unsigned>(2 * spread + 1))) - spread;
        }
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

}  // namespace skua
