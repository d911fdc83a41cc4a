// `skua explain`: what is going on in a position, and why moves are good or bad.
#pragma once

#include <string>
#include <vector>

#include "cli/streams.h"

namespace skua::cli {

// Returns the exit code.
int explain(const std::vector<std::string>& words, Streams& streams);

}  // namespace skua::cli
