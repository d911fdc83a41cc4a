// Works on the games of a queue in Redis, beside any number of others.
#pragma once

#include "server/config.h"
#include "server/log.h"

namespace skua::server {

// Works until the process is asked to terminate; then games under way are put back. Returns the exit code.
int work(const Config& config, Log& log);

}  // namespace skua::server
