// Where a command of the command line talks to its user: the standard streams, or others in tests.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <string_view>

namespace skua::cli {

struct Streams {
    std::istream& input;
    std::ostream& output;              // results
    std::ostream& errors;              // messages and progress
    bool shows_progress_line = false;  // the errors reach a terminal, where a line can be overwritten
    bool is_interactive = false;       // a person types at a terminal and reads there
};

// Exit codes.
inline constexpr int Done = 0;
inline constexpr int Failed = 1;
inline constexpr int Misused = 2;        // wrong arguments
inline constexpr int Interrupted = 130;  // as shells have it for Ctrl-C

// Says what is wrong with the arguments of a command, and returns the exit code.
inline int misused(std::string_view command, const std::string& reason, Streams& streams) {
    streams.errors << "skua " << command << ": " << reason << "; skua " << command << " --help lists the options\n"
                   << std::flush;
    return Misused;
}

inline int show_help(const std::string& help, Streams& streams) {
    streams.output << help << std::flush;
    return streams.output ? Done : Failed;
}

}  // namespace skua::cli
