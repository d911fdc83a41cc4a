// Jobs in Redis, for any number of servers and workers.
//
// A job is the hash skua:job:<id>. Each of its games is the hash skua:game:<id>:<number>, with its state and, in the
// end, its result, and an entry of the stream skua:games until it is over. Workers are consumers of the group "workers"
// of that stream. A result is written once: a second one for the same game changes nothing. A game that ended several
// workers goes to the stream skua:dead.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/jobs.h"
#include "server/redis.h"

namespace skua::server {

// Safe from several threads.
class RedisJobs : public Jobs {
public:
    explicit RedisJobs(const RedisAddress& address) : redis_(address) {}

    Checked<JobProgress> create(const JobRecord& job, const std::vector<GameTask>& games) override;
    Checked<JobProgress> progress(const std::string& id) override;
    Checked<std::vector<TaskResult>> results(const std::string& id, std::optional<std::size_t> number) override;
    Checked<JobProgress> cancel(const std::string& id) override;
    std::size_t waiting() override;
    std::size_t open_jobs(const std::string& client) override;
    [[nodiscard]] bool is_ready() override;

private:
    [[nodiscard]] Checked<JobProgress> read_progress(const std::string& id);

    std::mutex mutex_;
    Redis redis_;
};

// A game that a worker has taken.
struct TakenGame {
    std::string entry;  // of the stream
    GameTask task;
};

// The queue from a worker's side. Each thread has its own.
class RedisQueue {
public:
    struct Settings {
        RedisAddress address;
        std::string consumer;                           // no two workers have the same
        std::chrono::milliseconds claim_after{30'000};  // a game whose worker was silent for so long is taken over
        int max_attempts = 3;                           // a game that ended so many workers is given up
    };

    explicit RedisQueue(Settings settings) : settings_(std::move(settings)), redis_(settings_.address) {}

    // The next game, which is waited for a second or two; nothing if there is none. The Error says why Redis can't be
    // asked.
    Result<std::optional<TakenGame>> take();
    // Tells that the game is still worked on, and how far it is. False if it must not be any more: it was cancelled.
    Result<bool> keep(const TakenGame& game, std::size_t steps_done);
    // Writes the result, unless there is one, and takes the game off the queue.
    std::optional<Error> finish(const TakenGame& game, const TaskResult& result);
    // Puts the game back for others.
    std::optional<Error> put_back(const TakenGame& game);

private:
    [[nodiscard]] std::optional<Error> make_group();
    [[nodiscard]] Result<std::optional<std::string>> next_entry(std::string& game);
    std::optional<Error> give_up(const TakenGame& game);

    Settings settings_;
    Redis redis_;
    bool has_group_ = false;
};

}  // namespace skua::server
