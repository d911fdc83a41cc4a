// The state that all threads of a search share.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "eval/evaluators.h"
#include "search/limits.h"
#include "search/parameters.h"
#include "search/report.h"
#include "search/settings.h"
#include "search/tablebase_use.h"
#include "search/time.h"
#include "search/tt.h"

namespace skua {

struct SharedSearch {
    EvaluatorFactory make_evaluator = make_default_evaluator;
    TranspositionTable table;
    Parameters parameters;
    Limits limits;
    SearchSettings settings;
    SearchCallbacks callbacks;
    TablebaseUse tablebases;
    std::optional<TimeManager> time;
    std::atomic<bool> stop{false};        // all threads end their search: `stop` was called, or a limit was reached
    std::atomic<bool> may_answer{false};  // `stop` was called, so even an infinite search answers
    std::atomic<bool> pondering{false};
    std::function<std::uint64_t()> total_nodes;           // the nodes of all threads together
    std::function<std::uint64_t()> total_tablebase_hits;  // their successful probes
};

}  // namespace skua
