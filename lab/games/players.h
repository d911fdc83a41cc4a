// Threads that play games.
#pragma once

#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "base/result.h"

namespace skua::lab {

// Starts as many of `count` threads as the system gives; the caller joins them. Each calls run.play(), run.fail() with
// the reason if there is not enough memory for it, and last run.end().
template <typename Run>
std::vector<std::thread> start_players(Run& run, int count) {
    std::vector<std::thread> threads;
    try {
        while (static_cast<int>(threads.size()) < count) {
            threads.emplace_back([&run] {
                try {
                    run.play();
                } catch (const std::bad_alloc&) { run.fail({"there is not enough memory for that many threads"}); }
                run.end();
            });
        }
    } catch (const std::system_error&) {
        // The threads that did start go on.
    }
    return threads;
}

}  // namespace skua::lab
