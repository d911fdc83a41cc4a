// A thread that runs one job at a time and sleeps in between.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace skua {

// All functions are called from one controlling thread.
class SearchThread {
public:
    SearchThread();
    SearchThread(const SearchThread&) = delete;
    SearchThread& operator=(const SearchThread&) = delete;
    // Waits for the job in progress.
    ~SearchThread();

    // Waits for the job in progress, then begins this one and returns at once.
    void run(std::function<void()> job);
    // Returns when no job is in progress.
    void wait();
    // The same, but returns false when this time has passed before.
    bool wait_for(std::chrono::milliseconds time);

private:
    void loop();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> job_;
    bool busy_ = false;
    bool ending_ = false;
    std::thread thread_;  // last: it uses the others
};

}  // namespace skua
