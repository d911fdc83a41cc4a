// Test suites: positions with known best moves or forced mates, as EPD.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/epd.h"

namespace skua::lab {

// Calls `use` with each record of an EPD file; lines that are empty or begin with # are left out. An Error says which
// line is wrong and why, by the words of parse_epd or of `use`, or that there is no record.
std::optional<Error> for_each_record(std::string_view text,
                                     const std::function<std::optional<Error>(EpdRecord&&)>& use);

// The positions of a file, one on each line; an Error says which line is wrong and why. Every position must name a
// legal best move (bm), a legal move to avoid (am), or the moves in which the side to move mates (dm).
Result<std::vector<EpdRecord>> read_suite(std::string_view text);

// What an engine found.
struct SuiteAnswer {
    Move move;
    bool announces_mate = false;  // by the side to move
};

// Is this what the position asks for? A mate counts whatever its length.
bool is_solution(const EpdRecord& record, const SuiteAnswer& answer);

}  // namespace skua::lab
