// The options --openings and --seed: where the games of a command begin.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/games/openings.h"
#include "lab/support/command_line.h"

namespace skua::lab {

// The openings in the order in which they are played.
struct ChosenOpenings {
    std::vector<Opening> openings;  // none: random moves
    std::string description;        // says all that the order depends on
};

struct OpeningChoice {
    std::string path;  // empty: random moves
    std::uint64_t seed = 1;

    void add_options(Options& options);
    // An Error says why the file can't be used.
    [[nodiscard]] Result<ChosenOpenings> open() const;
};

}  // namespace skua::lab
