// Which evaluation the workshop's searches judge with.
#pragma once

#include <string>

#include "base/result.h"
#include "eval/evaluators.h"
#include "lab/support/arguments.h"

namespace skua::lab {

// As the options say it; empty ones mean what the program comes with.
struct JudgeOptions {
    std::string evaluation;
    std::string net;

    void describe(ArgumentReader& reader);
    [[nodiscard]] Result<EvaluatorFactory> factory() const;
};

}  // namespace skua::lab
