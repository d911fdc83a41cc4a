// An explanation for people.
#pragma once

#include <string>

#include "analysis/explanation.h"

namespace skua {

// A table of the classical terms by family; a board with the value of each piece to the network; both results and, in
// the last line, "Final evaluation: " with the score in pawns from White's view, in words, and as chances.
std::string to_text(const Explanation& explanation);

}  // namespace skua
