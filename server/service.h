// The service as a whole: puts its parts together and runs them.
#pragma once

#include <ostream>

#include "server/config.h"
#include "server/log.h"

namespace skua::server {

// Serves until the process is asked to terminate. Returns the exit code. When it listens, it writes its address to the
// output.
int serve(const Config& config, std::ostream& output, Log& log);

// The number of engines for interactive work.
std::size_t slot_count(const Config& config);

}  // namespace skua::server
