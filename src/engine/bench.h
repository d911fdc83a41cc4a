// A fixed search over fixed positions: its node count is the signature of the engine's behaviour, its speed a measure.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "eval/score.h"

namespace skua {

inline constexpr Depth BenchDepth = 12;

struct BenchReport {
    std::uint64_t nodes = 0;
    std::int64_t milliseconds = 0;
    bool stopped = false;

    [[nodiscard]] std::uint64_t nps() const {
        return nodes * 1000 / static_cast<std::uint64_t>(milliseconds > 0 ? milliseconds : 1);
    }
};

// One thread, a fresh engine with 16 MB; the same count on every machine. `tell` gets a line for each position.
BenchReport run_bench(Depth depth, const std::function<void(std::string_view)>& tell,
                      const std::atomic<bool>* stop = nullptr);

}  // namespace skua
