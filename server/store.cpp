#include "server/store.h"

#include <ctime>
#include <filesystem>
#include <utility>

#include "base/parse.h"

namespace skua::server {

namespace fs = std::filesystem;

namespace {

constexpr int SchemaVersion = 1;
constexpr const char* SetVersion = "PRAGMA user_version=1";
// So often the size is looked at.
constexpr std::uint64_t WritesBetweenPruning = 256;
constexpr std::int64_t SecondsBetweenTouches = 3600;

// `used` of an answer is the second of its last use, to the hour.
constexpr const char* Schema = R"(
    CREATE TABLE IF NOT EXISTS answers(key TEXT PRIMARY KEY, json TEXT NOT NULL, used INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS answers_used ON answers(used);
    CREATE TABLE IF NOT EXISTS jobs(id TEXT PRIMARY KEY, client TEXT NOT NULL, created INTEGER NOT NULL,
        nodes INTEGER NOT NULL, movetime INTEGER NOT NULL, depth INTEGER NOT NULL, games INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS games(job TEXT NOT NULL, number INTEGER NOT NULL, state TEXT NOT NULL,
        pgn TEXT NOT NULL, problem TEXT NOT NULL, moves INTEGER NOT NULL, attempts INTEGER NOT NULL,
        json TEXT NOT NULL, annotated TEXT NOT NULL, html TEXT NOT NULL, error TEXT NOT NULL,
        spent INTEGER NOT NULL, PRIMARY KEY(job, number));
    CREATE INDEX IF NOT EXISTS games_state ON games(state);
)";

std::int64_t now() { return static_cast<std::int64_t>(std::time(nullptr)); }

std::string quoted_path(const std::string& path) { return in_quotes(path, 200); }

// 0 stands for a limit that is not given.
AnalysisSettings effort_of(std::int64_t nodes, std::int64_t move_time, std::int64_t depth) {
    AnalysisSettings effort;
    effort.nodes.reset();
    if (nodes > 0) { effort.nodes = static_cast<std::uint64_t>(nodes); }
    if (move_time > 0) { effort.move_time = move_time; }
    if (depth > 0) { effort.depth = static_cast<Depth>(depth); }
    return effort;
}

}  // namespace

Result<std::unique_ptr<Store>> Store::open(const Settings& settings, Metrics& metrics, Log& log) {
    std::unique_ptr<Store> store(new Store(metrics, log));
    if (std::optional<Error> error = store->begin(settings)) { return *std::move(error); }
    return store;
}

std::optional<Error> Store::begin(const Settings& settings) {
    max_bytes_ = settings.max_bytes;
    std::string path = ":memory:";
    if (!settings.folder.empty()) {
        std::error_code reason;
        fs::create_directories(settings.folder, reason);
        if (reason) {
            return Error{"the folder " + quoted_path(settings.folder) + " can't be made: " + reason.message()};
        }
        if (auto error = lock_.take((fs::path(settings.folder) / "lock").string())) { return error; }
        path = (fs::path(settings.folder) / "skua.db").string();
    }
    std::optional<Failure> failed = open_file(path);
    if (failed && failed->is_lost) {
        database_.reset();
        put_aside(path, failed->reason);
        failed = open_file(path);
    }
    if (failed) { return Error{"the store " + quoted_path(path) + " can't be used: " + failed->reason}; }
    measure();
    return std::nullopt;
}

std::optional<Store::Failure> Store::open_file(const std::string& path) {
    Result<std::unique_ptr<Database>> opened = Database::open(path);
    if (!opened) { return Failure{opened.error()}; }
    database_ = *std::move(opened);
    // Commits survive a crash of the program at once, and of the machine after the next checkpoint.
    if (database_->execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;")) { return failure(); }
    {
        Query check = database_->prepare("PRAGMA quick_check(1)");
        if (!check.step()) { return failure(); }
        if (check.text(0) != "ok") { return Failure{"it is damaged", true}; }
        Query version = database_->prepare("PRAGMA user_version");
        if (!version.step()) { return failure(); }
        if (version.number(0) != 0 && version.number(0) != SchemaVersion) {
            return Failure{"it is of another version", true};
        }
    }
    // What was running when the program ended waits again.
    if (database_->execute(Schema) || database_->execute(SetVersion) ||
        database_->execute("UPDATE games SET state='waiting', attempts=attempts+1 WHERE state='running'")) {
        return failure();
    }
    return std::nullopt;
}

void Store::put_aside(const std::string& path, const std::string& reason) {
    const std::string aside = path + ".broken-" + std::to_string(now());
    std::error_code failure;
    fs::rename(path, aside, failure);
    for (const char* const suffix : {"-wal", "-shm"}) { fs::remove(path + suffix, failure); }
    log_.warning("the store could not be used and was put aside", {{"reason", reason}, {"file", aside}});
}

bool Store::note_failure(const char* what) {
    metrics_.add(Metric::StoreErrors);
    if (!std::exchange(last_write_failed_, true)) {
        log_.warning("the store can't be written", {{"what", what}, {"reason", database_->last_error()}});
    }
    return false;
}

bool Store::can_write() {
    const std::lock_guard lock(mutex_);
    if (last_write_failed_ && !database_->execute(SetVersion)) { last_write_failed_ = false; }
    return !last_write_failed_;
}

// ---------------------------------------------------------------------- answers

std::optional<std::string> Store::answer(const std::string& key) {
    const std::lock_guard lock(mutex_);
    Query select = database_->prepare("SELECT json, used FROM answers WHERE key=?");
    if (!select.bind(key).step()) {
        metrics_.add(Metric::StoreMisses);
        return std::nullopt;
    }
    metrics_.add(Metric::StoreHits);
    std::string json = select.text(0);
    if (now() - select.number(1) > SecondsBetweenTouches) {
        database_->prepare("UPDATE answers SET used=? WHERE key=?").bind(now()).bind(key).run();
    }
    return json;
}

void Store::keep_answer(const std::string& key, const std::string& json) {
    const std::lock_guard lock(mutex_);
    const bool done =
        database_->prepare("INSERT OR REPLACE INTO answers VALUES(?, ?, ?)").bind(key).bind(json).bind(now()).run();
    if (!done) {
        note_failure("an answer");
        return;
    }
    last_write_failed_ = false;
    if (++writes_ % WritesBetweenPruning == 0) { prune(); }
}

void Store::measure() {
    Query size = database_->prepare(
        "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, "
        "pragma_page_size");
    if (size.step()) { metrics_.set(Metric::StoreBytes, static_cast<double>(size.number(0))); }
}

// Drops a tenth of the answers, those that were not used for the longest time, and another while that is not enough.
void Store::prune() {
    constexpr int MaxRounds = 50;
    measure();
    for (int i = 0; i < MaxRounds && metrics_.value(Metric::StoreBytes) > static_cast<double>(max_bytes_); ++i) {
        database_
            ->prepare(
                "DELETE FROM answers WHERE key IN (SELECT key FROM answers ORDER BY used LIMIT "
                "(SELECT count(*) / 10 + 1 FROM answers))")
            .run();
        measure();
    }
}

// ---------------------------------------------------------------------- games

bool Store::add_job(const JobRecord& job, const std::vector<GameTask>& games) {
    const std::lock_guard lock(mutex_);
    if (database_->execute("BEGIN IMMEDIATE")) { return note_failure("a job"); }
    bool done = database_->prepare("INSERT INTO jobs VALUES(?, ?, ?, ?, ?, ?, ?)")
                    .bind(job.id)
                    .bind(job.client)
                    .bind(job.created)
                    .bind(static_cast<std::int64_t>(job.effort.nodes.value_or(0)))
                    .bind(job.effort.move_time.value_or(0))
                    .bind(static_cast<std::int64_t>(job.effort.depth.value_or(0)))
                    .bind(static_cast<std::int64_t>(games.size()))
                    .run();
    for (const GameTask& game : games) {
        done = done && database_->prepare("INSERT INTO games VALUES(?, ?, 'waiting', ?, ?, ?, 0, '', '', '', '', 0)")
                           .bind(job.id)
                           .bind(static_cast<std::int64_t>(game.number))
                           .bind(game.pgn)
                           .bind(game.problem)
                           .bind(static_cast<std::int64_t>(game.moves))
                           .run();
    }
    if (!done || database_->execute("COMMIT")) {
        note_failure("a job");
        database_->execute("ROLLBACK");
        return false;
    }
    last_write_failed_ = false;
    return true;
}

std::optional<JobRecord> Store::job(const std::string& id) {
    const std::lock_guard lock(mutex_);
    Query select = database_->prepare("SELECT client, created, nodes, movetime, depth, games FROM jobs WHERE id=?");
    if (!select.bind(id).step()) { return std::nullopt; }
    return JobRecord{id, select.text(0), select.number(1),
                     effort_of(select.number(2), select.number(3), select.number(4)),
                     static_cast<std::size_t>(select.number(5))};
}

std::vector<TaskState> Store::games(const std::string& id) {
    const std::lock_guard lock(mutex_);
    Query select = database_->prepare("SELECT number, state, error, moves FROM games WHERE job=? ORDER BY number");
    select.bind(id);
    std::vector<TaskState> games;
    while (select.step()) {
        games.push_back({static_cast<std::size_t>(select.number(0)),
                         job_state_named(select.text(1)).value_or(JobState::Failed), select.text(2),
                         static_cast<std::size_t>(select.number(3))});
    }
    return games;
}

std::vector<TaskResult> Store::results(const std::string& id, std::optional<std::size_t> number) {
    const std::lock_guard lock(mutex_);
    Query select = database_->prepare(
        "SELECT number, json, annotated, html, error, spent FROM games WHERE job=?1 AND state='done' "
        "AND (?2 = 0 OR number = ?2) ORDER BY number");
    select.bind(id).bind(static_cast<std::int64_t>(number.value_or(0)));
    std::vector<TaskResult> results;
    while (select.step()) {
        results.push_back({static_cast<std::size_t>(select.number(0)), select.text(1), select.text(2), select.text(3),
                           select.text(4), static_cast<std::uint64_t>(select.number(5))});
    }
    return results;
}

std::optional<GameTask> Store::take_game() {
    const std::lock_guard lock(mutex_);
    // The client with the fewest running games comes first, then the oldest job.
    Query select = database_->prepare(R"(
        SELECT g.job, g.number, g.pgn, g.problem, g.moves, g.attempts, j.nodes, j.movetime, j.depth
        FROM games g JOIN jobs j ON j.id = g.job WHERE g.state = 'waiting'
        ORDER BY (SELECT count(*) FROM games r JOIN jobs k ON k.id = r.job
                  WHERE r.state = 'running' AND k.client = j.client), j.created, g.job, g.number LIMIT 1)");
    if (!select.step()) { return std::nullopt; }
    GameTask task{select.text(0),
                  static_cast<std::size_t>(select.number(1)),
                  select.text(2),
                  select.text(3),
                  static_cast<std::size_t>(select.number(4)),
                  effort_of(select.number(6), select.number(7), select.number(8)),
                  static_cast<int>(select.number(5))};
    const bool done = database_->prepare("UPDATE games SET state='running' WHERE job=? AND number=?")
                          .bind(task.job)
                          .bind(static_cast<std::int64_t>(task.number))
                          .run();
    if (!done) {
        note_failure("a game's state");
        return std::nullopt;
    }
    return task;
}

bool Store::finish_game(const GameTask& task, const TaskResult& result) {
    const std::lock_guard lock(mutex_);
    const bool done = database_
                          ->prepare(
                              "UPDATE games SET state=?, json=?, annotated=?, html=?, error=?, spent=? "
                              "WHERE job=? AND number=? AND state='running'")
                          .bind(result.error.empty() ? "done" : "failed")
                          .bind(result.json)
                          .bind(result.pgn)
                          .bind(result.html)
                          .bind(result.error)
                          .bind(static_cast<std::int64_t>(result.nodes))
                          .bind(task.job)
                          .bind(static_cast<std::int64_t>(task.number))
                          .run();
    if (!done) { return note_failure("the analysis of a game"); }
    last_write_failed_ = false;
    return true;
}

void Store::return_game(const GameTask& task) {
    const std::lock_guard lock(mutex_);
    const bool done =
        database_->prepare("UPDATE games SET state='waiting' WHERE job=? AND number=? AND state='running'")
            .bind(task.job)
            .bind(static_cast<std::int64_t>(task.number))
            .run();
    if (!done) { note_failure("a game's state"); }
}

bool Store::cancel_job(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const bool done =
        database_->prepare("UPDATE games SET state='cancelled' WHERE job=? AND state IN ('waiting', 'running')")
            .bind(id)
            .run();
    return done ? database_->changes() > 0 : note_failure("a job's end");
}

void Store::remove_old_jobs(std::int64_t before) {
    const std::lock_guard lock(mutex_);
    database_
        ->prepare(
            "DELETE FROM jobs WHERE created < ? AND NOT EXISTS (SELECT 1 FROM games WHERE job = jobs.id AND "
            "state IN ('waiting', 'running'))")
        .bind(before)
        .run();
    if (database_->changes() > 0) { database_->execute("DELETE FROM games WHERE job NOT IN (SELECT id FROM jobs)"); }
}

std::size_t Store::waiting_games() {
    const std::lock_guard lock(mutex_);
    Query select = database_->prepare("SELECT count(*) FROM games WHERE state='waiting'");
    return select.step() ? static_cast<std::size_t>(select.number(0)) : 0;
}

std::size_t Store::open_jobs(const std::string& client) {
    const std::lock_guard lock(mutex_);
    Query select = database_->prepare(
        "SELECT count(DISTINCT job) FROM games JOIN jobs ON jobs.id = games.job WHERE jobs.client = ? AND state IN "
        "('waiting', 'running')");
    return select.bind(client).step() ? static_cast<std::size_t>(select.number(0)) : 0;
}

}  // namespace skua::server
