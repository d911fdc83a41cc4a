#include "search/pool.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <system_error>

namespace skua {

// ---------------------------------------------------------------------- one thread

Pool::SearchThread::SearchThread(SharedSearch& shared, bool is_main)
    : worker_(std::make_unique<Worker>(shared, is_main)), thread_([this] { loop(); }) {}

Pool::SearchThread::~SearchThread() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Pool::SearchThread::run(std::function<void()> job) {
    wait();
    {
        const std::lock_guard lock(mutex_);
        job_ = std::move(job);
        busy_ = true;
    }
    changed_.notify_all();
}

void Pool::SearchThread::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !busy_; });
}

void Pool::SearchThread::loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return busy_ || ending_; });
        if (!busy_) { return; }
        lock.unlock();
        job_();
        lock.lock();
        busy_ = false;
        changed_.notify_all();
    }
}

// ---------------------------------------------------------------------- the pool

Pool::Pool() {
    shared_.total_nodes = [this] {
        std::uint64_t sum = 0;
        for (const auto& thread : threads_) { sum += thread->worker().nodes(); }
        return sum;
    };
    if (set_threads(1) == 0) { throw std::runtime_error("the system gives no thread to search with"); }
}

Pool::~Pool() {
    stop();
    wait();
}

int Pool::set_threads(int count) {
    stop();
    wait();
    const std::size_t wanted = static_cast<std::size_t>(count);
    const std::size_t before = threads_.size();
    try {
        while (threads_.size() < wanted) {
            threads_.push_back(std::make_unique<SearchThread>(shared_, threads_.empty()));
        }
    } catch (const std::system_error&) {
        // No more threads, or no memory for them.
    } catch (const std::bad_alloc&) {}
    const int given = std::min(threads(), count);
    const std::size_t kept = given == count ? wanted : std::max<std::size_t>(before, 1);
    while (threads_.size() > kept) { threads_.pop_back(); }
    return given;
}

bool Pool::set_hash(std::size_t megabytes) {
    stop();
    wait();
    return shared_.table.resize(megabytes, threads());
}

void Pool::set_evaluator(EvaluatorFactory factory) {
    stop();
    wait();
    // All of them first: when one can't be made, nothing has changed.
    std::vector<std::unique_ptr<Evaluator>> evaluators;
    for (std::size_t i = 0; i < threads_.size(); ++i) { evaluators.push_back(factory()); }
    for (std::size_t i = 0; i < threads_.size(); ++i) { threads_[i]->worker().set_evaluator(std::move(evaluators[i])); }
    shared_.make_evaluator = std::move(factory);
    clear();
}

void Pool::clear() {
    stop();
    wait();
    shared_.table.clear(threads());
    for (const auto& thread : threads_) { thread->worker().clear(); }
}

CacheStatistics Pool::cache_statistics() const {
    CacheStatistics sum;
    for (const auto& thread : threads_) {
        const CacheStatistics each = thread->worker().cache_statistics();
        sum.probes += each.probes;
        sum.hits += each.hits;
    }
    return sum;
}

void Pool::start(const Game& game, const Limits& limits, const SearchSettings& settings, SearchCallbacks callbacks) {
    stop();
    wait();
    shared_.limits = limits;
    shared_.settings = settings;
    shared_.callbacks = std::move(callbacks);
    if (settings.strength_limit) {
        shared_.limits.nodes =
            std::min(limits.nodes.value_or(settings.strength_limit->nodes), settings.strength_limit->nodes);
    }
    shared_.time.emplace(shared_.limits, game.position().side_to_move(), settings.move_overhead, shared_.parameters);
    shared_.stop = false;
    shared_.may_answer = false;
    shared_.pondering = limits.ponder;
    shared_.table.new_search();

    const std::vector<RootMove> root_moves = root_moves_of(game.position(), limits);
    for (const auto& thread : threads_) { thread->worker().prepare(game, root_moves); }
    threads_[0]->run([this] { search_and_answer(); });
}

void Pool::stop() {
    {
        const std::lock_guard lock(permission_mutex_);
        shared_.stop = true;
        shared_.may_answer = true;
    }
    permission_.notify_all();
}

void Pool::ponder_hit() {
    {
        const std::lock_guard lock(permission_mutex_);
        shared_.pondering = false;
    }
    permission_.notify_all();
}

void Pool::wait() {
    if (!threads_.empty()) { threads_[0]->wait(); }
}

void Pool::await_permission() {
    std::unique_lock lock(permission_mutex_);
    permission_.wait(lock, [this] { return shared_.may_answer || !(shared_.limits.infinite || shared_.pondering); });
}

void Pool::search_and_answer() {
    Worker& main = threads_[0]->worker();
    SearchResult result;
    if (main.root_moves().empty()) {
        // Nothing to search: the result is known.
        main.iterate();
        await_permission();
        shared_.callbacks.best_move(result);
        return;
    }

    for (std::size_t i = 1; i < threads_.size(); ++i) {
        SearchThread& helper = *threads_[i];
        helper.run([&helper] { helper.worker().iterate(); });
    }
    main.iterate();
    await_permission();
    shared_.stop = true;
    for (std::size_t i = 1; i < threads_.size(); ++i) { threads_[i]->wait(); }

    Worker& best = best_worker();
    const std::size_t choice = shared_.settings.strength_limit ? choose_weaker_move(best.root_moves()) : 0;
    best.report_final(choice, main.last_reported());

    const RootMove& move = best.root_moves()[choice];
    result.best = move.move();
    result.ponder = best.expected_reply(choice);
    result.score = move.known_score();
    result.depth = best.completed_depth();
    result.nodes = shared_.total_nodes();
    shared_.callbacks.best_move(result);
}

Worker& Pool::best_worker() {
    Worker* best = &threads_[0]->worker();
    // With several lines or a depth asked for, the first thread has what was asked.
    if (threads_.size() == 1 || shared_.settings.searched_pvs() > 1 || shared_.limits.depth || shared_.limits.mate) {
        return *best;
    }

    const auto score_of = [](Worker& worker) { return worker.root_moves()[0].score; };
    Score least = InfiniteScore;
    for (const auto& thread : threads_) { least = std::min(least, score_of(thread->worker())); }
    // Each thread votes for its move, with more weight the deeper it looked and the better it found it.
    std::map<std::uint16_t, std::int64_t> votes;
    const auto weight = [&](Worker& worker) {
        return static_cast<std::int64_t>(score_of(worker) - least + 14) * worker.completed_depth();
    };
    for (const auto& thread : threads_) {
        Worker& worker = thread->worker();
        if (worker.completed_depth() > 0) { votes[worker.root_moves()[0].move().raw()] += weight(worker); }
    }
    for (const auto& thread : threads_) {
        Worker& worker = thread->worker();
        if (worker.completed_depth() == 0) { continue; }
        const Score score = score_of(worker);
        const Score best_score = score_of(*best);
        const std::int64_t vote = votes[worker.root_moves()[0].move().raw()];
        const std::int64_t best_vote = votes[best->root_moves()[0].move().raw()];
        const bool preferred = is_win(best_score) ? score > best_score
                               : is_win(score)    ? true
                               : is_loss(best_score)
                                   ? score > best_score
                                   : vote > best_vote || (vote == best_vote && weight(worker) > weight(*best));
        if (preferred) { best = &worker; }
    }
    return *best;
}

std::size_t Pool::choose_weaker_move(const std::vector<RootMove>& moves) {
    // Each of the best lines is misjudged a little; whoever looks best then is played. Mates are not overlooked: a
    // player who sees one plays it, and nobody walks into one that he sees.
    const std::size_t count =
        std::min<std::size_t>(static_cast<std::size_t>(shared_.settings.searched_pvs()), moves.size());
    const int noise = shared_.settings.strength_limit->noise;
    std::size_t best = 0;
    int best_value = -2 * InfiniteScore;
    for (std::size_t i = 0; i < count; ++i) {
        const Score score = moves[i].known_score();
        int value = score;
        if (!is_decisive(score)) {
            // The further ahead, the less is misjudged: a won endgame is to be won.
            const int ahead = std::max(score, 0);
            const int spread = noise * 400 / (400 + ahead);
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
