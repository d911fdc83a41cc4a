#include "server/worker.h"

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "base/platform.h"
#include "server/game_work.h"
#include "server/redis_jobs.h"
#include "server/service.h"

namespace skua::server {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// Between two attempts to reach Redis.
constexpr milliseconds RetryAfter(500);

// One engine and its place in the queue.
class Worker {
public:
    Worker(std::unique_ptr<Engine> engine, RedisQueue::Settings settings, const platform::InterruptWatch& watch,
           Log& log)
        : engine_(std::move(engine)),
          consumer_(settings.consumer),
          beat_(settings.claim_after / 3),
          queue_(std::move(settings)),
          watch_(watch),
          log_(log) {}

    void run() {
        while (!watch_.interrupted()) {
            const Result<std::optional<TakenGame>> game = queue_.take();
            if (!game) {
                complain(game.error());
                std::this_thread::sleep_for(RetryAfter);
                continue;
            }
            is_reached_ = true;
            if (*game) { analyse(**game); }
        }
    }

private:
    void analyse(const TakenGame& game) {
        std::size_t steps = 0;
        bool is_wanted = true;
        auto last_beat = Clock::now();
        const auto cancelled = [&] {
            if (Clock::now() - last_beat >= beat_) {
                last_beat = Clock::now();
                const Result<bool> wanted = queue_.keep(game, steps);
                is_wanted = !wanted || *wanted;
            }
            return watch_.interrupted() || !is_wanted;
        };
        const std::optional<TaskResult> result =
            analyse_game(*engine_, game.task, cancelled, nullptr, [&](std::size_t done) { steps = done; });
        if (!result && !is_wanted) { return; }  // the entry is found to be over by the next who takes it
        // A result is worth some patience; without it another worker will do the game again.
        const auto deadline = Clock::now() + milliseconds(watch_.interrupted() ? 5000 : 60'000);
        for (;;) {
            const std::optional<Error> error = result ? queue_.finish(game, *result) : queue_.put_back(game);
            if (!error) {
                log_.info(result ? "game done" : "game put back",
                          {{"job", game.task.job}, {"game", game.task.number}, {"worker", consumer_}});
                return;
            }
            complain(error->message);
            if (Clock::now() > deadline) { return; }
            std::this_thread::sleep_for(RetryAfter);
        }
    }

    // Once, until Redis is reached again.
    void complain(const std::string& reason) {
        if (std::exchange(is_reached_, false)) { log_.warning(reason, {{"worker", consumer_}}); }
    }

    std::unique_ptr<Engine> engine_;
    std::string consumer_;
    milliseconds beat_;
    RedisQueue queue_;
    const platform::InterruptWatch& watch_;
    Log& log_;
    bool is_reached_ = true;
};

}  // namespace

int work(const Config& config, Log& log) {
    const auto fail = [&log](const std::string& reason) {
        log.write(Level::Error, reason);
        return 1;
    };
    const Result<RedisAddress> address = parse_redis_address(config.redis);
    if (!address) { return fail(address.error()); }
    const platform::InterruptWatch watch;
    const std::string name = random_name(8);
    std::vector<std::unique_ptr<Worker>> workers;
    for (std::size_t i = 0; i < slot_count(config); ++i) {
        Result<std::unique_ptr<Engine>> engine = make_engine(config.engine, log);
        if (!engine) { return fail(engine.error()); }
        RedisQueue::Settings settings;
        settings.address = *address;
        settings.consumer = name + '-' + std::to_string(i);
        settings.claim_after = std::chrono::seconds(config.claim_after);
        workers.push_back(std::make_unique<Worker>(*std::move(engine), std::move(settings), watch, log));
    }
    log.info("worker started", {{"name", name}, {"engines", workers.size()}, {"redis", config.redis}});
    std::vector<std::thread> threads;
    for (const std::unique_ptr<Worker>& worker : workers) {
        threads.emplace_back([&worker] { worker->run(); });
    }
    for (std::thread& thread : threads) { thread.join(); }
    log.info("worker ended", {{"name", name}});
    return 0;
}

}  // namespace skua::server
