// How long each position is searched: the options for it, which several commands have.
#pragma once

#include <optional>
#include <string>

#include "analysis/game_analysis.h"
#include "cli/arguments.h"

namespace skua::cli {

// The options as they are written; at most one may be.
struct EffortWords {
    std::optional<std::uint64_t> nodes;
    std::optional<Milliseconds> move_time;
    std::optional<Depth> depth;
    bool quick = false;
    bool deep = false;

    void add_to(Arguments& arguments);
    // The error says that there are several.
    [[nodiscard]] Result<AnalysisSettings> settings() const;
};

// "300,000 nodes for each position"
std::string effort_text(const AnalysisSettings& settings);

}  // namespace skua::cli
