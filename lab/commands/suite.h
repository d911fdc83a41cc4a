// skua-lab suite: test positions with known best moves.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/epd.h"
#include "search/limits.h"

namespace skua::lab {

// Positions of a file, one each line; or which line is wrong and why. Every position must name a best move (bm) or a
// move to avoid (am) that is legal.
Result<std::vector<EpdRecord>> read_suite(std::string_view text);

// Is this move what the position asks for?
bool is_solution(const EpdRecord& record, Move move);

int run_suite(std::span<const std::string_view> arguments);

}  // namespace skua::lab
