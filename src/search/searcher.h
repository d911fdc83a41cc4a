// The search as an object: start it, stop it, get its best move.
//
// It runs on threads of its own, or on the caller's thread: until it is done, or in slices between which the caller
// does other work.
//
// Lazy SMP: several threads search the same position and share the transposition table. The belief is that threads
// whose timing differs look at different parts of the tree and so help each other. False when they repeat each other's
// work. Worth of two threads against one: 114 +- 49 Elo (60 games at 4+0.04, 2026-11-16; docs/experiments).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/memory.h"
#include "base/prng.h"
#include "search/search_thread.h"
#include "search/shared.h"
#include "search/worker.h"

namespace skua {

enum class RunsOn {
    OwnThreads,    // a search runs in the background; the first of these threads makes the callbacks
    CallersThread  // a search runs inside wait(), run_slice() and search(); no thread is ever created
};

// All functions but stop() and ponder_hit() are called from one controlling thread. The searcher is the layer that ends
// a running search before anything changes under it: every function below "between searches", and start(), do so, and
// the search gives its best move before they return. Callers need not stop it themselves.
class Searcher {
public:
    // The table is as large as there is memory for.
    explicit Searcher(RunsOn runs_on = RunsOn::OwnThreads, std::size_t hash_megabytes = 1,
                      EvaluatorFactory factory = make_default_evaluator);
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;
    ~Searcher();

    // ---------------------------------------------------------------- between searches
    // Returns how many threads the system gives; when that is fewer than asked for, their number stays as it was. On
    // the caller's thread there is always one.
    int set_threads(int count);
    // Returns false when there is no memory for it; the old size stays then.
    bool set_hash(std::size_t megabytes);
    // Replaces every worker's evaluator and clears the table and all histories.
    void set_evaluator(EvaluatorFactory factory);
    // Uses these tablebases, null for none, and clears the table, whose scores come from others.
    void set_tablebases(std::shared_ptr<const tablebase::Tables> tables);
    // Clears the table and all histories.
    void clear();
    // The parameters must not be changed while a search runs.
    [[nodiscard]] Parameters& parameters() { return shared_.parameters; }

    [[nodiscard]] int threads() const { return static_cast<int>(workers_.size()); }
    // The sum over all workers, while no search runs.
    [[nodiscard]] CacheStatistics cache_statistics() const;
    [[nodiscard]] std::size_t hash_megabytes() const { return shared_.table.megabytes(); }

    // ---------------------------------------------------------------- searching
    // Begins a search; callbacks.best_move comes once for every start. Returns at once: on threads of its own the
    // search runs now, on the caller's thread it waits for wait() or run_slice().
    void start(const Game& game, const Limits& limits, const SearchSettings& settings, SearchCallbacks callbacks);
    // Returns when the search has given its best move; on the caller's thread it is run here. An infinite search must
    // be stopped first, or from another thread.
    void wait();
    // Returns whether the search has given its best move, which is waited for this long at most; on the caller's thread
    // it is run to its end, however long that takes.
    bool wait_for(std::chrono::milliseconds time);
    // On the caller's thread only: searches about this many nodes, then returns whether the best move was given. While
    // it was not, call it again: the next slice goes on where this one was interrupted. Each slice in a row that
    // completes nothing makes the next one longer by a sixteenth and a bit, so that every search gets on. While an
    // infinite search that is done waits for stop(), this returns false at once.
    bool run_slice(std::uint64_t nodes);
    // On the caller's thread only: would a slice search now? Not when nothing was started, nor while a search that is
    // done waits for stop().
    [[nodiscard]] bool has_work() const { return pending_ && (!search_done_ || may_answer()); }
    // Searches to the end and returns the result; the best move is none when there is no legal one.
    SearchResult search(const Game& game, const Limits& limits, const SearchSettings& settings = {},
                        SearchCallbacks callbacks = {});

    // Stops the search and returns when it has given its best move.
    void stop_and_wait();
    // The nodes of the search so far, of all threads together.
    [[nodiscard]] std::uint64_t nodes() const { return shared_.total_nodes(); }

    // ---------------------------------------------------------------- from any thread
    // Ends the search as soon as possible; on the caller's thread with the next slice. Does nothing without a search.
    void stop();
    // The expected move was played: a search started with `ponder` continues with its limits.
    void ponder_hit();

private:
    [[nodiscard]] Worker& main_worker() { return *workers_[0]; }
    // Finds the moves of the root, ranked by the tablebases, for all workers. On the searching thread: tables may be
    // slow to read.
    void prepare_root();
    // Runs the main worker, and the others on their threads, until the search is done.
    void search_and_answer();
    [[nodiscard]] bool may_answer() const;
    // Sleeps until a search that may not answer by itself is stopped, or pondering turns into thinking.
    void await_permission();
    // Takes the result from the workers, reports its principal variation if that is new, and gives the best move.
    void answer();
    [[nodiscard]] Worker& best_worker();
    // Returns a plausible weaker choice among the best moves.
    [[nodiscard]] std::size_t choose_weaker_move(const std::vector<RootMove>& moves);

    SharedSearch shared_;
    std::shared_ptr<const tablebase::Tables> tables_;
    std::vector<LargePointer<Worker>> workers_;
    // One for each worker; none on the caller's thread. After the workers: it must end before they do.
    std::vector<std::unique_ptr<SearchThread>> threads_;
    const RunsOn runs_on_;
    std::mutex permission_mutex_;
    std::condition_variable permission_;
    Prng prng_{0x5155};
    SearchResult result_;

    // ---------------------------------------------------------------- a search on the caller's thread
    bool pending_ = false;  // started, and the best move was not given yet
    bool root_prepared_ = false;
    bool search_done_ = false;         // only the permission to answer is missing
    std::uint64_t barren_slices_ = 0;  // in a row, without progress
};

}  // namespace skua
