#include "server/redis_jobs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/parse.h"
#include "server/game_work.h"

namespace skua::server {

namespace {

const std::string Stream = "skua:games";
const std::string DeadStream = "skua:dead";
const std::string Group = "workers";
const std::string KeepSeconds = std::to_string(8 * 24 * 3600);
const std::string MaxDead = "10000";
constexpr int BlockMilliseconds = 1500;

std::string job_key(const std::string& id) { return "skua:job:" + id; }
std::string game_key(const std::string& id, std::size_t number) {
    return "skua:game:" + id + ':' + std::to_string(number);
}
std::string open_key(const std::string& client) { return "skua:open:" + client; }

// Keys: game, job, open jobs of the client. Arguments: job id, then what is set. Returns 0 if the game is over already.
const std::string FinishScript = R"(
    local state = redis.call('HGET', KEYS[1], 'state')
    if state ~= 'waiting' and state ~= 'running' then return 0 end
    redis.call('HSET', KEYS[1], unpack(ARGV, 2))
    if redis.call('HINCRBY', KEYS[2], 'left', -1) <= 0 then redis.call('SREM', KEYS[3], ARGV[1]) end
    return 1)";

// Keys: game. Returns the number of the attempt; 0 if the game is over, or gone.
const std::string BeginScript = R"(
    local state = redis.call('HGET', KEYS[1], 'state')
    if state ~= 'waiting' and state ~= 'running' then return 0 end
    redis.call('HSET', KEYS[1], 'state', 'running')
    return redis.call('HINCRBY', KEYS[1], 'attempts', 1))";

std::map<std::string, std::string> members_of_hash(const RedisReply& reply) {
    std::map<std::string, std::string> members;
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        members[reply.elements[i].text] = reply.elements[i + 1].text;
    }
    return members;
}

template <typename Number>
Number number_in(const std::map<std::string, std::string>& members, const std::string& name) {
    const auto found = members.find(name);
    return found == members.end() ? Number{} : parse_integer<Number>(found->second).value_or(Number{});
}

std::string text_in(const std::map<std::string, std::string>& members, const std::string& name) {
    const auto found = members.find(name);
    return found == members.end() ? "" : found->second;
}

AnalysisSettings effort_in(const std::map<std::string, std::string>& members) {
    AnalysisSettings effort;
    effort.nodes.reset();
    if (const auto nodes = number_in<std::uint64_t>(members, "nodes"); nodes > 0) { effort.nodes = nodes; }
    if (const auto time = number_in<std::int64_t>(members, "movetime"); time > 0) { effort.move_time = time; }
    if (const auto depth = number_in<int>(members, "depth"); depth > 0) { effort.depth = static_cast<Depth>(depth); }
    return effort;
}

void add_effort(RedisCommand& command, const AnalysisSettings& effort) {
    command.insert(command.end(),
                   {"nodes", std::to_string(effort.nodes.value_or(0)), "movetime",
                    std::to_string(effort.move_time.value_or(0)), "depth", std::to_string(effort.depth.value_or(0))});
}

Refusal unavailable() { return {503, "queue_unavailable", "the queue of jobs can't be reached now", "", 5}; }

// The job and the number of a game from what the stream says: "<id>:<number>".
std::optional<std::pair<std::string, std::size_t>> parse_game_name(const std::string& name) {
    const std::size_t colon = name.rfind(':');
    if (colon == std::string::npos) { return std::nullopt; }
    const auto number = parse_integer<std::size_t>(name.substr(colon + 1));
    if (!number) { return std::nullopt; }
    return std::pair(name.substr(0, colon), *number);
}

}  // namespace

// ---------------------------------------------------------------------- the servers' side

Checked<JobProgress> RedisJobs::create(const JobRecord& job, const std::vector<GameTask>& games) {
    const std::lock_guard lock(mutex_);
    RedisCommand record{"HSET",    job_key(job.id),
                        "client",  job.client,
                        "created", std::to_string(job.created),
                        "games",   std::to_string(games.size()),
                        "left",    std::to_string(games.size())};
    add_effort(record, job.effort);
    std::vector<RedisCommand> commands{record,
                                       {"EXPIRE", job_key(job.id), KeepSeconds},
                                       {"SADD", open_key(job.client), job.id},
                                       {"EXPIRE", open_key(job.client), KeepSeconds}};
    for (const GameTask& game : games) {
        const std::string key = game_key(job.id, game.number);
        RedisCommand add{"HSET",   key,       "state",      "waiting", "pgn",
                         game.pgn, "problem", game.problem, "moves",   std::to_string(game.moves),
                         "client", job.client};
        add_effort(add, game.effort);
        commands.push_back(std::move(add));
        commands.push_back({"EXPIRE", key, KeepSeconds});
        commands.push_back({"XADD", Stream, "*", "game", job.id + ':' + std::to_string(game.number)});
    }
    if (redis_.transaction(std::move(commands))) { return unavailable(); }
    return read_progress(job.id);
}

Checked<JobProgress> RedisJobs::progress(const std::string& id) {
    const std::lock_guard lock(mutex_);
    return read_progress(id);
}

Checked<JobProgress> RedisJobs::read_progress(const std::string& id) {
    const Result<RedisReply> job = redis_.command({"HGETALL", job_key(id)});
    if (!job) { return unavailable(); }
    const auto members = members_of_hash(*job);
    if (members.empty()) { return no_such_job(); }
    JobProgress progress;
    progress.job = {id, text_in(members, "client"), number_in<std::int64_t>(members, "created"), effort_in(members),
                    number_in<std::size_t>(members, "games")};
    std::vector<RedisCommand> commands;
    for (std::size_t i = 1; i <= progress.job.games; ++i) {
        commands.push_back({"HMGET", game_key(id, i), "state", "error", "moves", "steps"});
    }
    const auto games = redis_.pipeline(commands);
    if (!games) { return unavailable(); }
    for (std::size_t i = 0; i < games->size(); ++i) {
        const std::vector<RedisReply>& values = (*games)[i].elements;
        TaskState game;
        game.number = i + 1;
        game.state = job_state_named(values[0].text).value_or(JobState::Failed);
        game.error = values[1].text;
        game.moves = parse_integer<std::size_t>(values[2].text).value_or(0);
        const std::size_t steps = game.moves * StepsPerMove;
        progress.steps += steps;
        const bool is_over = game.state != JobState::Waiting && game.state != JobState::Running;
        progress.steps_done +=
            is_over ? steps : std::min(steps, parse_integer<std::size_t>(values[3].text).value_or(0));
        progress.games.push_back(std::move(game));
    }
    progress.state = state_of(progress.games);
    return progress;
}

Checked<std::vector<TaskResult>> RedisJobs::results(const std::string& id, std::optional<std::size_t> number) {
    const std::lock_guard lock(mutex_);
    const Result<RedisReply> count = redis_.command({"HGET", job_key(id), "games"});
    if (!count) { return unavailable(); }
    if (count->is_nil) { return no_such_job(); }
    const auto games = parse_integer<std::size_t>(count->text).value_or(0);
    std::vector<TaskResult> results;
    for (std::size_t i = number.value_or(1); i <= std::min(games, number.value_or(games)); ++i) {
        const auto game = redis_.command({"HMGET", game_key(id, i), "state", "json", "annotated", "html", "spent"});
        if (!game) { return unavailable(); }
        const std::vector<RedisReply>& values = game->elements;
        if (values[0].text != "done") { continue; }
        results.push_back({i, values[1].text, values[2].text, values[3].text, "",
                           parse_integer<std::uint64_t>(values[4].text).value_or(0)});
    }
    return results;
}

Checked<JobProgress> RedisJobs::cancel(const std::string& id) {
    const std::lock_guard lock(mutex_);
    const Checked<JobProgress> progress = read_progress(id);
    if (!progress) { return progress; }
    std::vector<RedisCommand> commands;
    for (const TaskState& game : progress->games) {
        commands.push_back({"EVAL", FinishScript, "3", game_key(id, game.number), job_key(id),
                            open_key(progress->job.client), id, "state", "cancelled"});
    }
    if (!redis_.pipeline(commands)) { return unavailable(); }
    return read_progress(id);
}

std::size_t RedisJobs::waiting() {
    const std::lock_guard lock(mutex_);
    const auto all = redis_.command({"XLEN", Stream});
    // There is no group before the first worker.
    const auto taken = redis_.command({"XPENDING", Stream, Group});
    if (!all) { return 0; }
    const std::int64_t pending = taken && !taken->elements.empty() ? taken->elements[0].number : 0;
    return static_cast<std::size_t>(std::max<std::int64_t>(0, all->number - pending));
}

std::size_t RedisJobs::open_jobs(const std::string& client) {
    const std::lock_guard lock(mutex_);
    const auto count = redis_.command({"SCARD", open_key(client)});
    return count ? static_cast<std::size_t>(count->number) : 0;
}

bool RedisJobs::is_ready() {
    const std::lock_guard lock(mutex_);
    return redis_.command({"PING"}).ok();
}

// ---------------------------------------------------------------------- the workers' side

std::optional<Error> RedisQueue::make_group() {
    if (has_group_) { return std::nullopt; }
    const auto made = redis_.command({"XGROUP", "CREATE", Stream, Group, "0", "MKSTREAM"});
    if (!made && made.error().find("BUSYGROUP") == std::string::npos) { return Error{made.error()}; }
    has_group_ = true;
    return std::nullopt;
}

// One whose worker was silent for too long, or a new one. `game` gets its name.
Result<std::optional<std::string>> RedisQueue::next_entry(std::string& game) {
    const auto read = [&game](const RedisReply& entry) -> std::optional<std::string> {
        if (entry.elements.size() < 2 || entry.elements[1].elements.size() < 2) { return std::nullopt; }
        game = entry.elements[1].elements[1].text;
        return entry.elements[0].text;
    };
    const auto claimed = redis_.command({"XAUTOCLAIM", Stream, Group, settings_.consumer,
                                         std::to_string(settings_.claim_after.count()), "0", "COUNT", "1"});
    if (!claimed) { return Error{claimed.error()}; }
    if (claimed->elements.size() > 1 && !claimed->elements[1].elements.empty()) {
        return read(claimed->elements[1].elements[0]);
    }
    const auto fresh = redis_.command({"XREADGROUP", "GROUP", Group, settings_.consumer, "COUNT", "1", "BLOCK",
                                       std::to_string(BlockMilliseconds), "STREAMS", Stream, ">"});
    if (!fresh) { return Error{fresh.error()}; }
    if (fresh->elements.empty() || fresh->elements[0].elements.size() < 2 ||
        fresh->elements[0].elements[1].elements.empty()) {
        return std::optional<std::string>();
    }
    return read(fresh->elements[0].elements[1].elements[0]);
}

Result<std::optional<TakenGame>> RedisQueue::take() {
    if (auto error = make_group()) { return *std::move(error); }
    std::string name;
    const Result<std::optional<std::string>> entry = next_entry(name);
    if (!entry) {
        has_group_ = entry.error().find("NOGROUP") == std::string::npos;  // Redis may have lost everything
        return Error{entry.error()};
    }
    if (!*entry) { return std::optional<TakenGame>(); }
    TakenGame taken;
    taken.entry = **entry;
    const auto parsed = parse_game_name(name);
    if (parsed) {
        taken.task.job = parsed->first;
        taken.task.number = parsed->second;
    }
    const auto attempt = redis_.command({"EVAL", BeginScript, "1", game_key(taken.task.job, taken.task.number)});
    if (!attempt) { return Error{attempt.error()}; }
    if (!parsed || attempt->number == 0) {
        // It is over, or nobody knows it any more.
        const auto removed = redis_.pipeline({{"XACK", Stream, Group, taken.entry}, {"XDEL", Stream, taken.entry}});
        if (!removed) { return Error{removed.error()}; }
        return std::optional<TakenGame>();
    }
    const auto reply = redis_.command({"HGETALL", game_key(taken.task.job, taken.task.number)});
    if (!reply) { return Error{reply.error()}; }
    const auto members = members_of_hash(*reply);
    taken.task.pgn = text_in(members, "pgn");
    taken.task.problem = text_in(members, "problem");
    taken.task.moves = number_in<std::size_t>(members, "moves");
    taken.task.effort = effort_in(members);
    taken.task.attempts = static_cast<int>(attempt->number) - 1;
    if (taken.task.attempts >= settings_.max_attempts) {
        if (auto error = give_up(taken)) { return *std::move(error); }
        return std::optional<TakenGame>();
    }
    return std::optional(std::move(taken));
}

std::optional<Error> RedisQueue::give_up(const TakenGame& game) {
    const auto dead = redis_.command({"XADD", DeadStream, "MAXLEN", "~", MaxDead, "*", "game",
                                      game.task.job + ':' + std::to_string(game.task.number)});
    if (!dead) { return Error{dead.error()}; }
    return finish(game, failed_task(game.task, "its analysis ended several workers"));
}

Result<bool> RedisQueue::keep(const TakenGame& game, std::size_t steps_done) {
    const std::string key = game_key(game.task.job, game.task.number);
    const auto replies = redis_.pipeline({{"XCLAIM", Stream, Group, settings_.consumer, "0", game.entry, "JUSTID"},
                                          {"HSET", key, "steps", std::to_string(steps_done)},
                                          {"HGET", key, "state"}});
    if (!replies) { return Error{replies.error()}; }
    return (*replies)[2].text == "running" || (*replies)[2].text == "waiting";
}

std::optional<Error> RedisQueue::finish(const TakenGame& game, const TaskResult& result) {
    const std::string key = game_key(game.task.job, game.task.number);
    const auto client = redis_.command({"HGET", key, "client"});
    if (!client) { return Error{client.error()}; }
    // If the connection is lost in between, the entry is taken once more, and found to be over.
    const auto replies = redis_.pipeline(
        {{"EVAL", FinishScript, "3", key, job_key(game.task.job), open_key(client->text), game.task.job, "state",
          result.error.empty() ? "done" : "failed", "json", result.json, "annotated", result.pgn, "html", result.html,
          "error", result.error, "spent", std::to_string(result.nodes)},
         {"XACK", Stream, Group, game.entry},
         {"XDEL", Stream, game.entry}});
    if (!replies) { return Error{replies.error()}; }
    return std::nullopt;
}

std::optional<Error> RedisQueue::put_back(const TakenGame& game) {
    const std::string name = game.task.job + ':' + std::to_string(game.task.number);
    return redis_.transaction({{"HINCRBY", game_key(game.task.job, game.task.number), "attempts", "-1"},
                               {"XADD", Stream, "*", "game", name},
                               {"XACK", Stream, Group, game.entry},
                               {"XDEL", Stream, game.entry}});
}

}  // namespace skua::server
