// Statements for programs.
#pragma once

#include <vector>

#include "analysis/statement.h"
#include "base/json.h"
#include "chess/position.h"

namespace skua {

// [{"kind", "role", "text", "line": moves of UCI, "0000" for a pass, "from": "before" or "after" the explained move,
// "check", "nodes"}]
Json to_json(const std::vector<Statement>& statements, const Position& before, Move explained, Variant variant);

}  // namespace skua
