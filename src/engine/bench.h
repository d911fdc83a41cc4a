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

// An engine of its own with default options, whatever the user's options are: one thread, 16 MB. The count is the same
// on every machine.
class Bench {
public:
    explicit Bench(EvaluatorKind kind = DefaultEvaluatorKind);

    // `print` gets a line for each position.
    BenchReport run(Depth depth, const std::function<void(std::string_view)>& print);
    // Called from any thread: ends the run soon, or before it begins.
    void stop();

private:
    Engine engine_;
    std::mutex mutex_;
    bool stopped_ = false;
};

}  // namespace skua
