// Gives the engine to a broker of lichess's external-engine protocol: asks it for work by long polls, and answers with
// lines of UCI while it searches.
#pragma once

#include <string>
#include <string_view>

#include "chess/game.h"
#include "search/limits.h"
#include "server/config.h"
#include "server/log.h"
#include "server/refusal.h"

namespace skua::server {

// Works until the process is asked to terminate. Returns the exit code.
int provide(const Config& config, const BrokerSettings& settings, Log& log);

// What a broker asks for.
struct BrokerWork {
    std::string id;
    std::string session;  // another one begins with an empty hash table
    Game game;
    Limits limits;
    int multipv = 1;
    int threads = 1;
};
Checked<BrokerWork> parse_broker_work(std::string_view body, int max_threads);

}  // namespace skua::server
