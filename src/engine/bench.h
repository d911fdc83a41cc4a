// A fixed search over fixed positions: its node count is the signature of the engine's behaviour, its speed a measure.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>

#include "engine/engine.h"
#include "eval/evaluators.h"

namespace skua {

inline constexpr Depth BenchDepth = 12;

struct BenchReport {
    std::uint64_t nodes = 0;
    std::int64_t milliseconds = 0;
    bool stopped = false;
    CacheStatistics pawn_cache;

    [[nodiscard]] std::uint64_t nps() const {
        return nodes * 1000 / static_cast<std::uint64_t>(milliseconds > 0 ? milliseconds : 1);
    }
};

// One thread, a fresh engine with 16 MB; the same count on every machine.
class Bench {
public:
    explicit Bench(EvaluatorKind kind = DefaultEvaluatorKind);

    // `tell` gets a line for each position.
    BenchReport run(Depth depth, const std::function<void(std::string_view)>& tell);
    // From any thread: ends the run soon, or before it begins.
    void stop();

private:
    Engine engine_;
    std::mutex mutex_;
    bool stopped_ = false;
};

}  // namespace skua
