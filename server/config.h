// How the service is set up: by flags, by the environment, or by a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "server/requests.h"
#include "server/slots.h"

namespace skua::server {

struct Config {
    std::string address = "127.0.0.1";
    int port = 8080;    // 0: any that is free
    std::string page;   // a folder that is served at /; empty: none
    int slots = 0;      // engines for interactive work; 0: one for each processor
    int analysers = 1;  // engines for games
    EngineSettings engine;
    Caps caps;
    int queue = 64;
    int wait = 10;  // seconds
    int per_client = 8;
    int jobs_per_client = 4;
    int connections = 10'000;
    int drain = 20;     // seconds
    std::string store;  // a folder; empty: the user's own
    bool no_store = false;
    int store_megabytes = 1024;
    std::vector<std::string> origins;  // pages of other hosts that may use the service; "*": all
    std::string tokens;                // a file of names and tokens; empty: everybody may use the service
    bool trust_proxy = false;          // believe X-Forwarded-For
    std::string redis;                 // its address; empty: jobs are carried out here
    int claim_after = 30;              // seconds of silence after which a worker's game is taken over
};

// Whom a provider works for.
struct BrokerSettings {
    std::string url;           // "https://engine.lichess.ovh"
    std::string secret;        // the file with the provider's secret
    std::string certificates;  // a file of certificates to trust in; empty: those of the system
};

// What the program is asked to do.
struct Command {
    enum class Kind : std::uint8_t { Serve, Work, Provide, Exit };
    Kind kind = Kind::Serve;
    int exit_code = 0;  // with Kind::Exit
    Config config;
    BrokerSettings broker;
};

// Reads the words after the program's name. A flag counts more than the file of --config, and that more than a variable
// of the environment (SKUA_PORT for --port). Help goes to the output, complaints to the errors.
Command parse_command_line(int argc, const char* const* argv, std::ostream& output, std::ostream& errors);

// XDG_STATE_HOME/skua-server, or .local/state/skua-server of HOME; nothing if the environment names neither.
std::optional<std::string> users_store();

}  // namespace skua::server
