// skua-server: Skua as a service.
#include <csignal>
#include <exception>
#include <iostream>

#include "server/config.h"
#include "server/log.h"
#include "server/provider.h"
#include "server/service.h"
#include "server/worker.h"

int main(int argc, char** argv) {
    using namespace skua::server;
    // A client or a reader of the log that is gone must not end the program.
    std::signal(SIGPIPE, SIG_IGN);
    // Nor a limit on the size of files: writing fails then, as on a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        const Command command = parse_command_line(argc, argv, std::cout, std::cerr);
        if (command.kind == Command::Kind::Exit) { return command.exit_code; }
        Log log(std::cerr);
        if (command.kind == Command::Kind::Work) { return work(command.config, log); }
        if (command.kind == Command::Kind::Provide) { return provide(command.config, command.broker, log); }
        return serve(command.config, std::cout, log);
    } catch (const std::exception& error) {
        std::cerr << "skua-server: " << error.what() << '\n';
        return 1;
    }
}
