#include "server/embedded_jobs.h"

#include <ctime>
#include <exception>

#include "cli/analysis_cache.h"
#include "cli/engine_setup.h"
#include "server/game_work.h"

namespace skua::server {

namespace {

// So long a thread sleeps without work; a new job wakes it.
constexpr std::chrono::seconds Rest(5);
// Between two attempts to write a result.
constexpr std::chrono::seconds RetryAfter(1);

}  // namespace

EmbeddedJobs::EmbeddedJobs(Settings settings, std::vector<std::unique_ptr<Engine>> engines, Store& store,
                           Metrics& metrics, Log& log)
    : settings_(std::move(settings)), store_(store), metrics_(metrics), log_(log), engines_(std::move(engines)) {
    for (std::size_t i = 0; i < engines_.size(); ++i) {
        threads_.emplace_back([this, i] {
            set_priority(Priority::Games);
            serve(i, *engines_[i]);
        });
    }
}

EmbeddedJobs::~EmbeddedJobs() {
    {
        const std::lock_guard lock(mutex_);
        is_closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) { thread.join(); }
}

Checked<JobProgress> EmbeddedJobs::create(const JobRecord& job, const std::vector<GameTask>& games) {
    if (!store_.add_job(job, games)) { return Refusal{503, "store_failed", "the job can't be kept now", "", 10}; }
    {
        const std::lock_guard lock(mutex_);
        ++created_;
    }
    changed_.notify_all();
    note_counts();
    return progress(job.id);
}

Checked<JobProgress> EmbeddedJobs::progress(const std::string& id) {
    const std::optional<JobRecord> job = store_.job(id);
    if (!job) { return no_such_job(); }
    JobProgress progress{*job, JobState::Waiting, store_.games(id)};
    progress.state = state_of(progress.games);
    const std::lock_guard lock(mutex_);
    for (const TaskState& game : progress.games) {
        progress.steps += game.moves * StepsPerMove;
        if (game.state == JobState::Running) {
            const auto found = steps_done_.find({id, game.number});
            progress.steps_done += found == steps_done_.end() ? 0 : found->second;
        } else if (game.state != JobState::Waiting) {
            progress.steps_done += game.moves * StepsPerMove;
        }
    }
    return progress;
}

Checked<std::vector<TaskResult>> EmbeddedJobs::results(const std::string& id, std::optional<std::size_t> number) {
    if (!store_.job(id)) { return no_such_job(); }
    return store_.results(id, number);
}

Checked<JobProgress> EmbeddedJobs::cancel(const std::string& id) {
    if (store_.cancel_job(id)) {
        const std::lock_guard lock(mutex_);
        for (const auto& [name, steps] : steps_done_) {
            if (name.first == id) { cancelled_.insert(id); }
        }
    }
    note_counts();
    return progress(id);
}

void EmbeddedJobs::note_counts() {
    metrics_.set(Metric::JobsWaiting, static_cast<double>(store_.waiting_games()));
    const std::lock_guard lock(mutex_);
    metrics_.set(Metric::JobsRunning, static_cast<double>(steps_done_.size()));
}

void EmbeddedJobs::serve(std::size_t number, Engine& engine) {
    for (;;) {
        std::uint64_t seen = 0;
        {
            const std::lock_guard lock(mutex_);
            if (is_closing_) { return; }
            seen = created_;
        }
        if (number == 0) { store_.remove_old_jobs(std::time(nullptr) - settings_.keep_seconds); }
        if (const std::optional<GameTask> task = store_.take_game()) {
            {
                const std::lock_guard lock(mutex_);
                steps_done_[{task->job, task->number}] = 0;
            }
            note_counts();
            analyse(engine, *task);
            {
                const std::lock_guard lock(mutex_);
                steps_done_.erase({task->job, task->number});
                const auto next = steps_done_.lower_bound({task->job, 0});
                if (next == steps_done_.end() || next->first.first != task->job) { cancelled_.erase(task->job); }
            }
            note_counts();
            continue;
        }
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, Rest, [this, seen] { return is_closing_ || created_ != seen; });
    }
}

bool EmbeddedJobs::must_end(const GameTask& task) {
    const std::lock_guard lock(mutex_);
    return is_closing_ || cancelled_.contains(task.job);
}

void EmbeddedJobs::finish(const GameTask& task, const TaskResult& result) {
    while (!store_.finish_game(task, result)) {
        std::unique_lock lock(mutex_);
        if (changed_.wait_for(lock, RetryAfter, [this] { return is_closing_; })) { return; }
    }
}

void EmbeddedJobs::analyse(Engine& engine, const GameTask& task) {
    if (task.attempts >= settings_.max_attempts) {
        finish(task, failed_task(task, "its analysis ended the program several times"));
        return;
    }
    const auto notice = [this](const std::string& sentence) { log_.warning(sentence); };
    try {
        cli::AnalysisCache cache(settings_.searches, cli::engine_identity(engine), notice);
        const std::optional<PgnGame> game = game_of(task);
        const std::unique_ptr<AnalysisStore> kept = game ? cache.open(*game, task.effort) : nullptr;
        const std::optional<TaskResult> result = analyse_game(
            engine, task, [&] { return must_end(task); }, kept.get(),
            [&](std::size_t done) {
                const std::lock_guard lock(mutex_);
                steps_done_[{task.job, task.number}] = done;
            });
        if (!result) {
            store_.return_game(task);
            return;
        }
        finish(task, *result);
        metrics_.add(Metric::GamesDone);
    } catch (const std::exception& error) {
        log_.write(Level::Error, "the analysis of a game failed", {{"job", task.job}, {"reason", error.what()}});
        finish(task, failed_task(task, "the analysis failed"));
    }
}

}  // namespace skua::server
