// Jobs that this program carries out itself, with the store as their queue.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/jobs.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/slots.h"
#include "server/store.h"

namespace skua::server {

class EmbeddedJobs : public Jobs {
public:
    struct Settings {
        std::optional<std::filesystem::path> searches;  // the folder for finished searches; nothing: none are kept
        std::int64_t keep_seconds = 7 * 24 * 3600;      // finished jobs
        int max_attempts = 3;                           // a game that ends the program so often is given up
    };

    // One thread for each engine.
    EmbeddedJobs(Settings settings, std::vector<std::unique_ptr<Engine>> engines, Store& store, Metrics& metrics,
                 Log& log);
    EmbeddedJobs(const EmbeddedJobs&) = delete;
    EmbeddedJobs& operator=(const EmbeddedJobs&) = delete;
    // What runs is put back and goes on with the next start.
    ~EmbeddedJobs() override;

    Checked<JobProgress> create(const JobRecord& job, const std::vector<GameTask>& games) override;
    Checked<JobProgress> progress(const std::string& id) override;
    Checked<std::vector<TaskResult>> results(const std::string& id, std::optional<std::size_t> number) override;
    Checked<JobProgress> cancel(const std::string& id) override;
    std::size_t waiting() override { return store_.waiting_games(); }
    std::size_t open_jobs(const std::string& client) override { return store_.open_jobs(client); }
    [[nodiscard]] bool is_ready() override { return store_.can_write(); }

private:
    using GameName = std::pair<std::string, std::size_t>;  // job and number

    void serve(std::size_t number, Engine& engine);
    void analyse(Engine& engine, const GameTask& task);
    // Tries again while it can't be written.
    void finish(const GameTask& task, const TaskResult& result);
    [[nodiscard]] bool must_end(const GameTask& task);
    void note_counts();

    Settings settings_;
    Store& store_;
    Metrics& metrics_;
    Log& log_;
    std::vector<std::unique_ptr<Engine>> engines_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_closing_ = false;
    std::uint64_t created_ = 0;                   // jobs
    std::map<GameName, std::size_t> steps_done_;  // of the games under analysis
    std::set<std::string> cancelled_;             // jobs with games under analysis
    std::vector<std::thread> threads_;
};

}  // namespace skua::server
