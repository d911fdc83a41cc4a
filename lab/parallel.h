// The same job on several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

namespace skua {

// Runs job(thread number) on several threads, this one among them, and waits for all. Throws std::runtime_error before
// any has begun, if the system doesn't give so many.
inline void in_parallel(int threads, const std::function<void(std::size_t)>& job) {
    enum class Gate : int { Closed, Open, Cancelled };
    std::atomic<Gate> gate{Gate::Closed};
    std::vector<std::thread> helpers;
    const auto let_go = [&](Gate state) {
        gate = state;
        gate.notify_all();
    };
    try {
        for (std::size_t i = 1; i < static_cast<std::size_t>(threads); ++i) {
            helpers.emplace_back([&gate, &job, i] {
                gate.wait(Gate::Closed);
                if (gate == Gate::Open) { job(i); }
            });
        }
        let_go(Gate::Open);
    } catch (const std::system_error&) { let_go(Gate::Cancelled); }
    const bool opened = gate == Gate::Open;
    if (opened) { job(0); }
    for (std::thread& helper : helpers) { helper.join(); }
    if (!opened) { throw std::runtime_error("the system doesn't give so many threads"); }
}

}  // namespace skua
