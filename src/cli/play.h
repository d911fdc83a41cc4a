// `skua play`: a game against Skua in a terminal.
#pragma once

#include <string>
#include <vector>

#include "cli/streams.h"

namespace skua::cli {

// Returns the exit code.
int play(const std::vector<std::string>& words, Streams& streams);

}  // namespace skua::cli
