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
    // Arguments that could not be used, in words; the rest counts all the same.
    std::vector<std::string> remarks;
};

// Unknown words are passed over. A limit with a missing or senseless number is left out; if none is left then, a second
// is thought. Clocks that have run out count as the last millisecond; depths and node counts below 1 count as 1.
GoReading parse_go(std::string_view arguments, const Position& position);

}  // namespace skua
