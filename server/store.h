// What outlives the program: answers of finished searches, and the games that are to be analysed.
//
// It is one SQLite file in a folder, for one program at a time. A file that is damaged is put aside, and a new one is
// begun. When nothing can be written any more, for instance because the disk is full, answers are not kept, and jobs
// are refused until it can.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "server/database.h"
#include "server/file_lock.h"
#include "server/jobs.h"
#include "server/log.h"
#include "server/metrics.h"

namespace skua::server {

// Safe from all threads; nothing here throws.
class Store {
public:
    struct Settings {
        std::string folder;                        // empty: in memory, gone with the program
        std::uint64_t max_bytes = 1024ULL << 20U;  // of answers, about
    };

    // The Error says why the folder can't be used.
    static Result<std::unique_ptr<Store>> open(const Settings& settings, Metrics& metrics, Log& log);

    // ---------------------------------------------------------------- answers
    [[nodiscard]] std::optional<std::string> answer(const std::string& key);
    void keep_answer(const std::string& key, const std::string& json);

    // ---------------------------------------------------------------- games
    // False when it could not be written; then nothing of it is kept.
    bool add_job(const JobRecord& job, const std::vector<GameTask>& games);
    [[nodiscard]] std::optional<JobRecord> job(const std::string& id);
    // The state of each game of a job, in order.
    [[nodiscard]] std::vector<TaskState> games(const std::string& id);
    // The results of the finished games of a job, in order; all, or the one with this number.
    [[nodiscard]] std::vector<TaskResult> results(const std::string& id, std::optional<std::size_t> number);
    // The next game that waits: it counts as running from now on. Clients with jobs take turns.
    [[nodiscard]] std::optional<GameTask> take_game();
    // False when it could not be written.
    bool finish_game(const GameTask& task, const TaskResult& result);
    // It waits again.
    void return_game(const GameTask& task);
    // What is not finished is not analysed any more. Returns false for an unknown or finished job.
    bool cancel_job(const std::string& id);
    // Removes finished jobs that were created before this second (since 1970).
    void remove_old_jobs(std::int64_t before);
    [[nodiscard]] std::size_t waiting_games();
    // Unfinished jobs of a client.
    [[nodiscard]] std::size_t open_jobs(const std::string& client);

    // After a write that failed, another is tried.
    [[nodiscard]] bool can_write();

private:
    struct Failure {
        std::string reason;
        bool is_lost = false;  // the file is of no use
    };

    Store(Metrics& metrics, Log& log) : metrics_(metrics), log_(log) {}
    std::optional<Error> begin(const Settings& settings);
    [[nodiscard]] std::optional<Failure> open_file(const std::string& path);
    [[nodiscard]] Failure failure() const { return {database_->last_error(), database_->is_damaged()}; }
    void put_aside(const std::string& path, const std::string& reason);
    // Counts and tells of a write that failed.
    bool note_failure(const char* what);
    void prune();
    void measure();

    Metrics& metrics_;
    Log& log_;
    std::uint64_t max_bytes_ = 0;
    std::mutex mutex_;
    FileLock lock_;
    std::unique_ptr<Database> database_;
    std::uint64_t writes_ = 0;
    bool last_write_failed_ = false;
};

}  // namespace skua::server
