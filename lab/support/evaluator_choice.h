// The options --evaluation and --net: which evaluator a command searches with.
#pragma once

#include <string>

#include "base/result.h"
#include "eval/evaluators.h"
#include "lab/support/command_line.h"

namespace skua::lab {

// Empty texts mean the engine's default.
struct EvaluatorChoice {
    std::string evaluation;
    std::string net;

    void add_options(Options& options);
    // Throws UsageError when the options contradict each other; an Error says why the network can't be used.
    [[nodiscard]] Result<EvaluatorFactory> factory() const;
};

}  // namespace skua::lab
