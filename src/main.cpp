// Without arguments: commands on standard input. With arguments: they are one command, carried out at once; `xboard`
// says which protocol to speak.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>

#include "base/console.h"
#include "base/parse.h"
#include "uci/uci.h"
#include "xboard/xboard.h"

namespace {

// Whoever started us may have left its end of a pipe in the way that does not wait; we want to wait.
void make_blocking(int descriptor) {
    const int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0 && (flags & O_NONBLOCK) != 0) { fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK); }
}

int run(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    const std::string_view only = argc == 2 ? argv[1] : "";
    const bool told_xboard = only == "xboard";
    const bool one_command = argc > 1 && !told_xboard;
    // When the reader of our output goes away, writing fails and the program ends quietly: with success after a talk,
    // but not when the answer to one command is lost.
    std::signal(SIGPIPE, SIG_IGN);
    make_blocking(STDIN_FILENO);
    make_blocking(STDOUT_FILENO);
    const int lost = one_command ? EXIT_FAILURE : EXIT_SUCCESS;
    skua::LineWriter output(std::cout, [lost] { std::_Exit(lost); });

    if (one_command) {
        std::string line;
        for (int i = 1; i < argc; ++i) { line += std::string(argv[i]) + ' '; }
        // What people try first with any program.
        if (only == "--help" || only == "-h") { line = "help"; }
        if (only == "--version" || only == "-v") { line = "compiler"; }
        skua::Uci uci(output);
        return uci.run_once(line) ? EXIT_SUCCESS : EXIT_FAILURE;
    }

    skua::LineReader input(std::cin);
    std::string first;
    if (!told_xboard) {
        if (isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0) {
            output.write("Skua " SKUA_VERSION
                         ", a chess engine that explains itself.\n"
                         "It speaks UCI and waits for commands; type help for a list, quit to leave.");
        }
        // The first line tells the protocol.
        const skua::LineReader::Outcome outcome = input.next(first);
        if (outcome == skua::LineReader::Outcome::End) { return EXIT_SUCCESS; }
        if (outcome == skua::LineReader::Outcome::TooLong) { output.write("info string error: the line is too long"); }
    }
    if (told_xboard || skua::trim(first) == "xboard") {
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
        // Nothing that is said to it comes here: the system gave no memory or no thread to begin with.
        std::cerr << "Skua can't run: " << error.what() << std::endl;
        return EXIT_FAILURE;
    }
}
