// `skua analyse`: games in, annotated games and reports out.
#pragma once

#include <string>
#include <vector>

#include "cli/streams.h"

namespace skua::cli {

// Returns the exit code.
int analyse(const std::vector<std::string>& words, Streams& streams);

}  // namespace skua::cli
