#include "lab/games/datagen.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "lab/games/players.h"

namespace skua::lab {

namespace {

using Seconds = std::chrono::duration<double>;
constexpr auto TimeBetweenTicks = std::chrono::milliseconds(100);

// The state that the playing threads share.
class Run {
public:
    Run(DatasetWriter& writer, const DatagenSettings& settings)
        : writer_(writer),
          settings_(settings),
          // A run that continues a file plays other games than the run before it, even with the same seed.
          seed_(settings.seed ^ Prng(writer.games_found()).next()) {}

    // ---------------------------------------------------------------- called from each playing thread
    void play() {
        Searcher searcher(RunsOn::CallersThread, settings_.hash_megabytes, settings_.evaluator);
        if (settings_.play.tables) { searcher.set_tablebases(settings_.play.tables); }
        for (;;) {
            const std::uint64_t number = next_game_.fetch_add(1, std::memory_order_relaxed);
            if (settings_.games && number >= *settings_.games) { return; }
            const std::optional<GameRecord> game = play_game(searcher, settings_.play, seed_, number, stop_);
            if (!game) { return; }
            keep(*game);
        }
    }
    void fail(Error error) {
        const std::lock_guard lock(mutex_);
        note(std::move(error));
    }
    void end() {
        const std::lock_guard lock(mutex_);
        ++ended_;
        changed_.notify_all();
    }

    // ---------------------------------------------------------------- called from the controlling thread
    // Waits until the next tick; true when all threads have ended.
    bool wait(int threads) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, TimeBetweenTicks, [&] { return ended_ == threads; });
    }
    void stop() { stop_ = true; }
    void flush_if_due() {
        const std::lock_guard lock(mutex_);
        note(writer_.flush_if_due());
    }
    void flush() {
        const std::lock_guard lock(mutex_);
        note(writer_.flush());
    }
    [[nodiscard]] DatagenProgress progress() {
        const std::lock_guard lock(mutex_);
        progress_.seconds = Seconds(std::chrono::steady_clock::now() - start_).count();
        return progress_;
    }
    [[nodiscard]] std::optional<Error> error() {
        const std::lock_guard lock(mutex_);
        return error_;
    }

private:
    void keep(const GameRecord& game) {
        const std::lock_guard lock(mutex_);
        if (error_) { return; }
        note(writer_.add(game));
        ++progress_.games;
        progress_.positions += game.plies.size() - game.random_plies;
        progress_.white_wins += game.result == GameResult::WhiteWins ? 1 : 0;
        progress_.draws += game.result == GameResult::Draw ? 1 : 0;
        progress_.black_wins += game.result == GameResult::BlackWins ? 1 : 0;
    }
    void note(std::optional<Error> error) {
        if (!error) { return; }
        error_ = std::move(error);
        stop_ = true;
    }

    DatasetWriter& writer_;
    const DatagenSettings& settings_;
    const std::uint64_t seed_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::atomic<std::uint64_t> next_game_{0};
    std::atomic<bool> stop_{false};
    std::mutex mutex_;  // guards the writer and the members below
    std::condition_variable changed_;
    DatagenProgress progress_;
    std::optional<Error> error_;
    int ended_ = 0;
};

}  // namespace

Result<DatagenProgress> generate_games(DatasetWriter& writer, const DatagenSettings& settings,
                                       const std::function<bool(const DatagenProgress&)>& tick) {
    Run run(writer, settings);
    std::vector<std::thread> threads = start_players(run, settings.threads);
    if (threads.empty()) { return Error{"the system refuses to start a thread"}; }
    while (!run.wait(static_cast<int>(threads.size()))) {
        const DatagenProgress progress = run.progress();
        const bool time_is_up = settings.minutes && progress.seconds >= *settings.minutes * 60;
        if (time_is_up || !tick(progress)) { run.stop(); }
        run.flush_if_due();
    }
    for (std::thread& thread : threads) { thread.join(); }
    run.flush();
    if (std::optional<Error> error = run.error()) { return *std::move(error); }
    return run.progress();
}

}  // namespace skua::lab
