// Long work that is not a search (perft, bench): it runs beside the loop that reads commands, one job after the other.
// Where there are no threads, each job runs as soon as it is added, and nothing can stop it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace skua {

// All functions are called from one controlling thread.
class JobQueue {
public:
    struct Job {
        std::function<void()> run;
        std::function<void()> stop;  // makes it end soon, also before it has started; called from another thread
    };

    JobQueue() = default;
    JobQueue(const JobQueue&) = delete;
    JobQueue& operator=(const JobQueue&) = delete;
    // Stops all jobs.
    ~JobQueue();

    // Runs the job after those that were added before. False when too many are waiting, or the system has no thread.
    [[nodiscard]] bool add(Job job);
    // Returns when all jobs are done.
    void wait();
    // Makes all jobs end soon, and waits for that.
    void stop();

private:
    static constexpr std::size_t MaxJobs = 1000;

    void run_jobs();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;  // the first one is running
    bool ending_ = false;
    std::thread thread_;  // started with the first job
};

}  // namespace skua
