// Exit codes of skua-lab, and its one way to report an error.
#pragma once

#include <iostream>
#include <string_view>

namespace skua::lab {

inline constexpr int ExitDone = 0;
inline constexpr int ExitFailed = 1;
inline constexpr int ExitMisused = 2;  // the command line was wrong
// Ctrl-C or SIGTERM ended work that the same command resumes. As the shell has it for a program that Ctrl-C killed, so
// a queue knows that it is not done.
inline constexpr int ExitInterrupted = 130;

// Prints one sentence for the user and returns the exit code.
inline int complain(std::string_view message, int exit_code = ExitFailed) {
    std::cerr << "skua-lab: " << message << '\n';
    return exit_code;
}

}  // namespace skua::lab
