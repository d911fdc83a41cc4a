// The threads that search together (Lazy SMP): all look at the same position, helped by what the others left in the
// table.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/prng.h"
#include "eval/evaluators.h"
#include "search/worker.h"

namespace skua {

// All functions are called from one controlling thread; callbacks come from the first searching thread.
class Pool {
public:
    Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool();

    // ---------------------------------------------------------------- between searches; a running one is stopped first
    // Tells how many threads the system gives; when that is not enough, there are as many as before.
    int set_threads(int count);
    bool set_hash(std::size_t megabytes);
    // Judges with these from now on, and forgets everything learned.
    void set_evaluator(EvaluatorFactory factory);
    // Forgets everything learned.
    void clear();
    [[nodiscard]] Parameters& parameters() { return shared_.parameters; }

    [[nodiscard]] int threads() const { return static_cast<int>(threads_.size()); }
    // Of all threads together; not while they search.
    [[nodiscard]] CacheStatistics cache_statistics() const;
    [[nodiscard]] std::size_t hash_megabytes() const { return shared_.table.megabytes(); }

    // ---------------------------------------------------------------- searching
    // Returns at once; callbacks.best_move comes once for every start.
    void start(const Game& game, const Limits& limits, const SearchSettings& settings, SearchCallbacks callbacks);
    void stop();
    void ponder_hit();
    // Until the search has given its best move. A search without end must be stopped first.
    void wait();

private:
    // A worker with the thread it runs in, asleep between searches.
    class SearchThread {
    public:
        SearchThread(SharedSearch& shared, bool is_main);
        ~SearchThread();

        void run(std::function<void()> job);
        void wait();
        Worker& worker() { return *worker_; }

    private:
        void loop();

        std::unique_ptr<Worker> worker_;
        std::mutex mutex_;
        std::condition_variable changed_;
        std::function<void()> job_;
        bool busy_ = false;
        bool ending_ = false;
        std::thread thread_;  // last: it uses the others
    };

    void search_and_answer();
    // Sleeps until a search that may not end by itself is stopped, or pondering turns into thinking.
    void await_permission();
    [[nodiscard]] Worker& best_worker();
    // A plausible weaker choice among the best lines.
    [[nodiscard]] std::size_t choose_weaker_move(const std::vector<RootMove>& moves);

    SharedSearch shared_;
    std::vector<std::unique_ptr<SearchThread>> threads_;
    std::mutex permission_mutex_;
    std::condition_variable permission_;
    Prng prng_{0x5155};
};

}  // namespace skua
