// Test suites: positions with known best moves, as EPD.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/epd.h"

namespace skua::lab {

// The positions of a file, one on each line; an Error says which line is wrong and why. Every position must name a
// legal best move (bm) or a legal move to avoid (am).
Result<std::vector<EpdRecord>> read_suite(std::string_view text);

// Is this move what the position asks for?
bool is_solution(const EpdRecord& record, Move move);

}  // namespace skua::lab
