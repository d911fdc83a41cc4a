// The engine of a command: its options from the command line, and how it is named in reports.
#pragma once

#include <optional>
#include <string>

#include "cli/arguments.h"
#include "cli/streams.h"
#include "engine/engine.h"

namespace skua::cli {

struct EngineSettings {
    std::optional<int> threads;
    std::optional<int> hash;            // megabytes
    std::optional<std::string> tables;  // folders of Syzygy tablebases

    void add_to(Arguments& arguments);
};

// Sets the options; notices of the engine go to the errors. The error says what can't be had. Without --tables the
// environment variable SYZYGY_PATH counts, as for the command `tb`.
std::optional<Error> set_up(Engine& engine, const EngineSettings& settings, Streams& streams);

std::string engine_name();
// The checksum of the network that it uses; empty without one.
std::string network_name(const Engine& engine);
// All that the results of its searches depend on, besides positions and limits.
std::string engine_identity(const Engine& engine);

}  // namespace skua::cli
