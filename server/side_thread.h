// A thread for what may take long and must not hold up the network: files, tables, other servers.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace skua::server {

class SideThread {
public:
    static constexpr std::size_t MaxWaiting = 1000;

    SideThread() : thread_([this] { serve(); }) {}
    SideThread(const SideThread&) = delete;
    SideThread& operator=(const SideThread&) = delete;
    // Finishes what was put.
    ~SideThread() {
        {
            const std::lock_guard lock(mutex_);
            is_closing_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }

    // Runs it soon, in the order of the calls. False when too much waits already.
    bool put(std::function<void()> task) {
        {
            const std::lock_guard lock(mutex_);
            if (tasks_.size() >= MaxWaiting) { return false; }
            tasks_.push_back(std::move(task));
        }
        changed_.notify_one();
        return true;
    }

private:
    void serve() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return !tasks_.empty() || is_closing_; });
            if (tasks_.empty()) { return; }
            const std::function<void()> task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            task();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> tasks_;
    bool is_closing_ = false;
    std::thread thread_;  // last, because it uses the others
};

}  // namespace skua::server
