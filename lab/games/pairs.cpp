#include "lab/games/pairs.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "base/prng.h"
#include "lab/games/players.h"

namespace skua::lab {

namespace {

constexpr auto TimeBetweenTicks = std::chrono::milliseconds(100);

// The state that the playing threads share.
class Run {
public:
    Run(const PairSettings& settings, PairSchedule& schedule) : settings_(settings), schedule_(schedule) {}

    // ---------------------------------------------------------------- called from each playing thread
    void play() {
        Searcher first(RunsOn::CallersThread, settings_.hash_megabytes, settings_.first);
        Searcher second(RunsOn::CallersThread, settings_.hash_megabytes, settings_.second);
        while (const std::optional<PairTask> task = await_task()) {
            set_parameters(first.parameters(), task->first);
            set_parameters(second.parameters(), task->second);
            const std::optional<PlayedPair> pair = play(*task, first, second);
            if (!pair) { return; }
            const std::lock_guard lock(mutex_);
            // After the end nothing more is counted, however late a pair was finished.
            if (stop_) { return; }
            note(schedule_.finish(*task, *pair));
            if (schedule_.is_done()) { stop_ = true; }
            changed_.notify_all();
        }
    }
    void fail(Error error) {
        const std::lock_guard lock(mutex_);
        note(std::move(error));
        changed_.notify_all();
    }
    void end() {
        const std::lock_guard lock(mutex_);
        ++ended_;
        changed_.notify_all();
    }

    // ---------------------------------------------------------------- called from the controlling thread
    // Ticks until all threads have ended.
    void control(std::size_t threads, const std::function<bool()>& tick) {
        std::unique_lock lock(mutex_);
        while (ended_ < threads) {
            const auto next_tick = std::chrono::steady_clock::now() + TimeBetweenTicks;
            changed_.wait_until(lock, next_tick, [&] { return ended_ == threads; });
            if (!stop_ && !tick()) {
                stop_ = true;
                changed_.notify_all();
            }
        }
    }
    [[nodiscard]] std::optional<Error> error() {
        const std::lock_guard lock(mutex_);
        return error_;
    }

private:
    // Nothing at the end.
    std::optional<PairTask> await_task() {
        std::unique_lock lock(mutex_);
        for (;;) {
            if (stop_ || schedule_.is_done()) { return std::nullopt; }
            if (std::optional<PairTask> task = schedule_.next()) { return task; }
            changed_.wait(lock);
        }
    }
    std::optional<PlayedPair> play(const PairTask& task, Searcher& first, Searcher& second) {
        PlaySettings play_settings;
        if (!settings_.clock) { play_settings.limits.nodes = task.nodes; }
        play_settings.clock = settings_.clock;
        play_settings.adjudication = settings_.adjudication;
        if (!settings_.openings.empty()) {
            const Opening& opening = settings_.openings[task.number % settings_.openings.size()];
            return play_pair(first, second, Game(opening.start), opening.variant, play_settings, stop_);
        }
        SelfPlaySettings random;
        random.chess960_share = 0;
        Prng prng(Prng(settings_.seed).next() ^ task.number);
        Variant variant = Variant::Standard;
        first.clear();
        const std::optional<Game> opening = choose_opening(first, random, task.number, prng, variant, stop_);
        return opening ? play_pair(first, second, *opening, variant, play_settings, stop_) : std::nullopt;
    }
    void note(std::optional<Error> error) {
        if (!error) { return; }
        error_ = std::move(error);
        stop_ = true;
    }

    const PairSettings& settings_;
    std::atomic<bool> stop_{false};
    std::mutex mutex_;  // guards the schedule and the members below
    PairSchedule& schedule_;
    std::condition_variable changed_;
    std::optional<Error> error_;
    std::size_t ended_ = 0;
};

}  // namespace

int PlayedPair::half_points() const {
    return skua::half_points(games[0].result, Color::White) + skua::half_points(games[1].result, Color::Black);
}

std::optional<PlayedPair> play_pair(Searcher& first, Searcher& second, const Game& opening, Variant variant,
                                    const PlaySettings& settings, const std::atomic<bool>& stop) {
    PlayedPair pair;
    for (const bool first_is_white : {true, false}) {
        first.clear();
        second.clear();
        std::optional<GameRecord> game = play_from(opening, variant, first_is_white ? first : second,
                                                   first_is_white ? second : first, settings, stop);
        if (!game) { return std::nullopt; }
        pair.games[first_is_white ? 0 : 1] = *std::move(game);
    }
    return pair;
}

std::optional<Error> play_pairs(const PairSettings& settings, PairSchedule& schedule,
                                const std::function<bool()>& tick) {
    Run run(settings, schedule);
    std::vector<std::thread> threads = start_players(run, settings.threads);
    if (threads.empty()) { return Error{"the system refuses to start a thread"}; }
    run.control(threads.size(), tick);
    for (std::thread& thread : threads) { thread.join(); }
    return run.error();
}

}  // namespace skua::lab
