// Reading the arguments of `go`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "search/limits.h"

namespace skua {

struct GoReading {
    Limits limits;
    // A sentence for each argument that could not be used; the others count.
    std::vector<std::string> remarks;
};

// Unknown words are ignored, and so is a limit without a number; if no limit is left then, the search takes one second.
// A clock that has run out counts as one millisecond, a depth or a number of nodes below 1 as 1.
GoReading parse_go(std::string_view arguments, const Position& position);

}  // namespace skua
