// The commands for people without a chess program: `skua analyse`, and what is like it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/streams.h"

namespace skua::cli {

struct Command {
    std::string_view name;
    std::string_view usage;
    std::string_view meaning;
    int (*run)(const std::vector<std::string>& words, Streams& streams);  // returns the exit code
};

const std::vector<Command>& commands();

// Null if the word is not one of them.
const Command* find_command(std::string_view word);

// A few lines for each command, for the help of the whole program.
std::string help();

}  // namespace skua::cli
