#include "uci/job_queue.h"

#include <system_error>
#include <utility>

#include "base/platform.h"

namespace skua {

JobQueue::~JobQueue() {
    stop();
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) { thread_.join(); }
}

bool JobQueue::add(Job job) {
    if (platform::max_threads() == 1) {
        job.run();
        return true;
    }
    if (!thread_.joinable()) {
        try {
            thread_ = std::thread([this] { run_jobs(); });
        } catch (const std::system_error&) { return false; }
    }
    {
        const std::lock_guard lock(mutex_);
        if (jobs_.size() >= MaxJobs) { return false; }
        jobs_.push_back(std::move(job));
    }
    changed_.notify_all();
    return true;
}

void JobQueue::run_jobs() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
        if (jobs_.empty()) { return; }
        // References into a deque stay valid while elements are added at its end.
        const std::function<void()>& run = jobs_.front().run;
        lock.unlock();
        run();
        lock.lock();
        jobs_.pop_front();
        changed_.notify_all();
    }
}

void JobQueue::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.empty(); });
}

void JobQueue::stop() {
    {
        const std::lock_guard lock(mutex_);
        for (const Job& job : jobs_) { job.stop(); }
    }
    wait();
}

}  // namespace skua
