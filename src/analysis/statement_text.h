// Statements in words: one table of English templates. Another language would be another table.
#pragma once

#include <string>
#include <vector>

#include "analysis/statement.h"
#include "chess/position.h"

namespace skua {

// "15.Nxe4 Qe1 16.Nxf2": moves with their numbers. A pass is left out. Longer lines are cut off.
std::string line_text(const Position& start, const std::vector<Move>& line, std::size_t longest);

// A sentence with its full stop. The explained move is legal before it.
std::string to_text(const Statement& statement, const Position& before, Move explained);

// All of them, with blanks between.
std::string to_text(const std::vector<Statement>& statements, const Position& before, Move explained);

}  // namespace skua
