// The options --evaluation and --net: which evaluator a command, or a player of it, searches with.
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
    std::string player;  // of a command with several: "first" makes the options --first-evaluation and --first-net

    void add_options(Options& options);
    // Throws UsageError when the options contradict each other; an Error says why the network can't be used.
    [[nodiscard]] Result<EvaluatorFactory> factory() const;
    // The file name of the network, or the kind of evaluation: "t256.nnue", "classical".
    [[nodiscard]] std::string name() const;

private:
    [[nodiscard]] std::string option(const std::string& word) const;
    [[nodiscard]] EvaluatorKind kind() const;
};

}  // namespace skua::lab
