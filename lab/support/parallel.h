// The same job on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

namespace skua::lab {

// The number of threads that the machine runs at once: the default of most commands.
inline int default_threads() { return static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U)); }

// Runs job(thread number) on several threads, the calling one among them, and waits for all. Throws std::runtime_error
// before any job has begun if the system refuses a thread. If jobs throw, the first exception is rethrown when all have
// ended.
inline void in_parallel(int threads, const std::function<void(std::size_t)>& job) {
    enum class Gate : int { Closed, Open, Cancelled };
    std::atomic<Gate> gate{Gate::Closed};
    std::mutex mutex;  // guards the next
    std::exception_ptr failure;
    const auto run = [&](std::size_t thread) {
        try {
            job(thread);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) { failure = std::current_exception(); }
        }
    };
    std::vector<std::thread> helpers;
    const auto let_go = [&](Gate state) {
        gate = state;
        gate.notify_all();
    };
    try {
        for (std::size_t i = 1; i < static_cast<std::size_t>(threads); ++i) {
            helpers.emplace_back([&gate, &run, i] {
                gate.wait(Gate::Closed);
                if (gate == Gate::Open) { run(i); }
            });
        }
        let_go(Gate::Open);
    } catch (const std::system_error&) { let_go(Gate::Cancelled); }
    const bool opened = gate == Gate::Open;
    if (opened) { run(0); }
    for (std::thread& helper : helpers) { helper.join(); }
    if (!opened) { throw std::runtime_error("the system refuses to start that many threads"); }
    if (failure) { std::rethrow_exception(failure); }
}

// The sum of what job(thread number) returns on each thread, added up in the order of the threads.
inline double parallel_sum(int threads, const std::function<double(std::size_t)>& job) {
    std::vector<double> sums(static_cast<std::size_t>(threads), 0.0);
    in_parallel(threads, [&](std::size_t thread) { sums[thread] = job(thread); });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace skua::lab
