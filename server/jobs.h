// The analysis of games as jobs: a job has games, and each is analysed by itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/requests.h"

namespace skua::server {

enum class JobState : std::uint8_t { Waiting, Running, Done, Failed, Cancelled };
std::string_view name_of(JobState state);
std::optional<JobState> job_state_named(std::string_view name);

struct JobRecord {
    std::string id;
    std::string client;
    std::int64_t created = 0;  // seconds since 1970
    AnalysisSettings effort;
    std::size_t games = 0;
};

// A game to be analysed.
struct GameTask {
    std::string job;
    std::size_t number = 0;  // from 1
    std::string pgn;
    std::string problem;  // what is wrong with it; its moves before that are analysed
    std::size_t moves = 0;
    AnalysisSettings effort;
    int attempts = 0;  // that ended with the program
};

struct TaskState {
    std::size_t number = 0;
    JobState state = JobState::Waiting;
    std::string error;  // why it failed
    std::size_t moves = 0;
};

struct TaskResult {
    std::size_t number = 0;
    std::string json;
    std::string pgn;
    std::string html;
    std::string error;  // why the analysis failed; empty if it did not
    std::uint64_t nodes = 0;
};

struct JobProgress {
    JobRecord job;
    JobState state = JobState::Waiting;
    std::vector<TaskState> games;
    std::size_t steps = 0;  // two for each move
    std::size_t steps_done = 0;
};

enum class OutputFormat : std::uint8_t { Json, Pgn, Html };

// Where jobs are kept and carried out. Calls may take long: they are not made on the network's thread.
class Jobs {
public:
    virtual ~Jobs() = default;
    virtual Checked<JobProgress> create(const JobRecord& job, const std::vector<GameTask>& games) = 0;
    // Returns a 404 for an unknown job, a 503 while the queue cannot be reached.
    virtual Checked<JobProgress> progress(const std::string& id) = 0;
    virtual Checked<std::vector<TaskResult>> results(const std::string& id, std::optional<std::size_t> number) = 0;
    virtual Checked<JobProgress> cancel(const std::string& id) = 0;
    // Games that wait.
    virtual std::size_t waiting() = 0;
    // Unfinished jobs of a client.
    virtual std::size_t open_jobs(const std::string& client) = 0;
    [[nodiscard]] virtual bool is_ready() = 0;
};

Refusal no_such_job();
// The result of a game that could not be analysed.
TaskResult failed_task(const GameTask& task, const std::string& why);

// Splits a PGN text into games. The Refusal says that there is nothing to analyse, or too much.
Checked<std::vector<GameTask>> split_games(const GamesRequest& request, const Caps& caps);

// The state of a job from that of its games.
JobState state_of(const std::vector<TaskState>& games);

// {"id", "state", "created", "limits", "games": [{"number", "state", "moves", "error"}], "progress": from 0 to 1}
Json to_json(const JobProgress& progress);

}  // namespace skua::server
