#include "lab/games/datagen.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <random>
#include <sstream>
#include <system_error>
#include <thread>
#include <vector>

#include "lab/support/arguments.h"
#include "lab/support/evaluator_choice.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"

namespace skua::lab {

namespace {

using Seconds = std::chrono::duration<double>;
constexpr auto TimeBetweenTicks = std::chrono::milliseconds(100);

// What the playing threads share.
class Run {
public:
    Run(DatasetWriter& writer, const DatagenSettings& settings)
        : writer_(writer),
          settings_(settings),
          // A run that goes on with a file plays other games than the one before it, even with the same seed.
          seed_(settings.seed ^ Prng(writer.games_found()).next()) {}

    // ---------------------------------------------------------------- called from each playing thread
    void play() {
        Searcher searcher(RunsOn::CallersThread, settings_.hash_megabytes, settings_.evaluator);
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
    void leave() {
        const std::lock_guard lock(mutex_);
        ++left_;
        changed_.notify_all();
    }

    // ---------------------------------------------------------------- called from the controlling thread
    // Waits a little; true when all threads have left.
    bool wait(int threads) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, TimeBetweenTicks, [&] { return left_ == threads; });
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
        progress_.positions += game.plies.size() - game.opening_plies;
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
    std::mutex mutex_;  // guards the writer and what follows
    std::condition_variable changed_;
    DatagenProgress progress_;
    std::optional<Error> error_;
    int left_ = 0;
};

// ---------------------------------------------------------------------- what the user sees

std::string progress_text(const DatagenProgress& progress) {
    const auto percent = [&](std::uint64_t count) {
        return progress.games == 0 ? 0.0 : 100.0 * static_cast<double>(count) / static_cast<double>(progress.games);
    };
    const double speed = progress.seconds > 0 ? static_cast<double>(progress.positions) / progress.seconds : 0.0;
    std::ostringstream text;
    text << progress.games << " games, " << progress.positions << " positions, " << std::llround(speed)
         << "/s, White won " << std::fixed << std::setprecision(1) << percent(progress.white_wins) << "%, drew "
         << percent(progress.draws) << "%, lost " << percent(progress.black_wins) << '%';
    return text.str();
}

// Nothing where there is no end in sight.
std::optional<double> seconds_left(const DatagenProgress& progress, const DatagenSettings& settings) {
    std::optional<double> left;
    if (settings.minutes) { left = *settings.minutes * 60 - progress.seconds; }
    if (settings.games && progress.games > 0) {
        const auto games_left = static_cast<double>(*settings.games - progress.games);
        const double by_games = games_left * progress.seconds / static_cast<double>(progress.games);
        left = left ? std::min(*left, by_games) : by_games;
    }
    return left ? std::optional(std::max(*left, 0.0)) : std::nullopt;
}

std::string live_text(const DatagenProgress& progress, const DatagenSettings& settings) {
    const std::optional<double> left = seconds_left(progress, settings);
    return progress_text(progress) + (left ? ", " + duration_text(*left) + " left" : "");
}

}  // namespace

Result<DatagenProgress> generate_games(DatasetWriter& writer, const DatagenSettings& settings,
                                       const std::function<bool(const DatagenProgress&)>& tick) {
    Run run(writer, settings);
    std::vector<std::thread> threads;
    try {
        while (static_cast<int>(threads.size()) < settings.threads) {
            threads.emplace_back([&run] {
                try {
                    run.play();
                } catch (const std::bad_alloc&) { run.fail({"there is no memory for so many threads"}); }
                run.leave();
            });
        }
    } catch (const std::system_error&) {
        // As many as the system gives.
        if (threads.empty()) { return Error{"the system gives no thread"}; }
    }
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

int run_datagen(std::span<const std::string_view> arguments) {
    std::int64_t threads = 1;
    std::int64_t hash = 1;
    std::int64_t nodes = 500;
    std::int64_t random_plies = 8;
    std::optional<std::int64_t> games;
    std::optional<std::int64_t> seed;
    DatagenSettings settings;

    constexpr std::int64_t Many = 1'000'000'000'000;
    ArgumentReader reader("datagen", "<file>",
                          "Plays games of the engine against itself and appends them to the file. Ctrl-C ends it; the\n"
                          "same command later goes on. Without --games and --minutes it plays until it is ended.",
                          1, 1);
    reader.add<std::int64_t>("--threads", threads, 1, 1024, "games played at the same time");
    reader.add<std::int64_t>("--nodes", nodes, 1, 1'000'000'000, "positions per move; begun iterations are completed");
    reader.add<std::int64_t>("--games", games, 1, Many, "end after so many games");
    reader.add<double>("--minutes", settings.minutes, 0, 1e6, "end after so much time");
    reader.add<std::int64_t>("--seed", seed, 0, Many, "the same seed plays the same games; otherwise always others");
    reader.add<std::int64_t>("--random-plies", random_plies, 0, 100, "random moves at the start, or one more");
    reader.add<double>("--dfrc", settings.play.chess960_share, 0, 1, "share of double Chess960 games");
    reader.add<std::int64_t>("--hash", hash, 1, 65536, "megabytes for each thread, or what memory there is");
    JudgeOptions judge;
    judge.describe(reader);
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> words = reader.read_or_explain(arguments, exit_code);
    if (!words) { return exit_code; }
    Result<EvaluatorFactory> evaluator = judge.factory();
    if (!evaluator) { return complain(evaluator.error()); }
    settings.evaluator = *std::move(evaluator);
    settings.threads = static_cast<int>(threads);
    settings.hash_megabytes = static_cast<std::size_t>(hash);
    settings.play.nodes = static_cast<std::uint64_t>(nodes);
    settings.play.random_plies = static_cast<int>(random_plies);
    if (games) { settings.games = static_cast<std::uint64_t>(*games); }
    settings.seed = seed ? static_cast<std::uint64_t>(*seed) : std::random_device()() % Many;

    // From here on there may be something to finish.
    HeldSignals signals;
    const std::string& path = (*words)[0];
    Result<std::unique_ptr<DatasetWriter>> opened = DatasetWriter::open(path, DatasetWriter::Mode::Append);
    if (!opened) { return complain(opened.error()); }
    DatasetWriter& writer = **opened;
    if (writer.bytes_cut() > 0) {
        std::cerr << "The last writer was interrupted: " << writer.bytes_cut()
                  << " bytes cut off the end of the file\n";
    }
    if (writer.games_found() > 0) { std::cerr << "Going on after " << writer.games_found() << " games\n"; }

    LiveLine line;
    const Result<DatagenProgress> done = generate_games(writer, settings, [&](const DatagenProgress& progress) {
        if (line.due()) { line.show(live_text(progress, settings)); }
        return !signals.take();
    });
    line.finish();
    if (!done) { return complain(done.error()); }
    std::cout << progress_text(*done) << " in " << duration_text(done->seconds) << "; seed " << settings.seed << "; "
              << path << " now has " << writer.games_found() + done->games << " games in " << writer.file_size()
              << " bytes\n";
    return ExitDone;
}

}  // namespace skua::lab
