// skua: reads commands from standard input. With arguments it carries out the one command they make up and ends;
// `skua xboard` speaks the XBoard protocol from the start, and `skua analyse` and its like have arguments of their own.
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/console.h"
#include "base/parse.h"
#include "base/platform.h"
#include "cli/commands.h"
#include "uci/uci.h"
#include "xboard/xboard.h"

namespace {

int run_command(const skua::cli::Command& command, int argc, char** argv) {
    const std::vector<std::string> words(argv + 2, argv + argc);
    skua::cli::Streams streams{std::cin, std::cout, std::cerr, skua::platform::errors_reach_terminal(),
                               skua::platform::is_interactive()};
    return command.run(words, streams);
}

int run(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    skua::platform::prepare_standard_streams();
    const skua::cli::Command* const command = argc > 1 ? skua::cli::find_command(argv[1]) : nullptr;
    if (command != nullptr) { return run_command(*command, argc, argv); }
    const std::string_view argument = argc == 2 ? argv[1] : "";
    const bool starts_as_xboard = argument == "xboard";
    const bool has_command = argc > 1 && !starts_as_xboard;
    // A session whose reader has gone away ends with success; a command whose answer is lost ends with a failure.
    const int exit_code_when_lost = has_command ? EXIT_FAILURE : EXIT_SUCCESS;
    skua::LineWriter output(std::cout, [exit_code_when_lost] { std::_Exit(exit_code_when_lost); });

    if (has_command) {
        std::string line;
        for (int i = 1; i < argc; ++i) { line += std::string(argv[i]) + ' '; }
        if (argument == "--help" || argument == "-h" || argument == "help") {
            output.write(skua::cli::help() + '\n');
            line = "help";
        }
        if (argument == "--version" || argument == "-v") { line = "compiler"; }
        skua::Uci uci(output);
        return uci.run_once(line) ? EXIT_SUCCESS : EXIT_FAILURE;
    }

    skua::LineReader input(std::cin);
    std::string first;
    if (!starts_as_xboard) {
        if (skua::platform::is_interactive()) {
            output.write("Skua " SKUA_VERSION
                         ", a chess engine that explains itself.\n"
                         "It speaks UCI and waits for commands; type help for a list, quit to leave.");
        }
        // The first line decides the protocol.
        const skua::LineReader::Outcome outcome = input.next(first);
        if (outcome == skua::LineReader::Outcome::End) { return EXIT_SUCCESS; }
        if (outcome == skua::LineReader::Outcome::TooLong) { output.write("info string error: the line is too long"); }
    }
    if (starts_as_xboard || skua::trim(first) == "xboard") {
        skua::XBoard xboard(output);
        xboard.run(input);
    } else {
        skua::Uci uci(output);
        uci.run(input, first);
    }
    return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        // Only start-up failures reach this point: no memory or no thread.
        std::cerr << "Skua can't run: " << error.what() << std::endl;
        return EXIT_FAILURE;
    }
}
