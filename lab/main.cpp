// skua-lab <subcommand> ...: the workshop's one program.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <exception>
#include <iostream>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/parse.h"
#include "lab/commands/data.h"
#include "lab/commands/suite.h"
#include "lab/games/datagen.h"
#include "lab/support/arguments.h"
#include "lab/training/network_checks.h"
#include "lab/training/trainer.h"
#include "lab/tuning/spsa.h"
#include "lab/tuning/tuner.h"
#include "lab/tuning/weights_file.h"

namespace {

struct Subcommand {
    std::string_view name;
    std::string_view meaning;
    int (*run)(std::span<const std::string_view>);
};

constexpr std::array Subcommands{
    Subcommand{"datagen", "plays games to learn from", skua::lab::run_datagen},
    Subcommand{"data", "info, stats, verify, merge, relabel, positions, sidelines, export: files of games",
               skua::lab::run_data},
    Subcommand{"tune", "finds better weights for the classical evaluation", skua::lab::run_tune},
    Subcommand{"train", "makes a network from positions", skua::lab::run_train},
    Subcommand{"net", "info, quantise, compare: looks at networks", skua::lab::run_net},
    Subcommand{"spsa", "finds better parameters for the search", skua::lab::run_spsa},
    Subcommand{"terms", "lists the terms of the classical evaluation, with their values then and now",
               skua::lab::run_terms},
    Subcommand{"suite", "searches test positions and counts those it solves", skua::lab::run_suite},
};

std::string help() {
    std::string text = "skua-lab <subcommand> ...: what Skua is made better with\n";
    for (const Subcommand& each : Subcommands) {
        text +=
            "  " + std::string(each.name) + std::string(10 - each.name.size(), ' ') + std::string(each.meaning) + '\n';
    }
    return text + "skua-lab <subcommand> --help tells more\n";
}

}  // namespace

int main(int argc, char** argv) {
    // If somebody closed them, the first file to be opened would get what is said.
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(descriptor, F_GETFD) == -1) { open("/dev/null", O_RDWR); }
    }
    std::ios::sync_with_stdio(false);
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    if (words.empty() || words[0] == "--help") {
        (words.empty() ? std::cerr : std::cout) << help();
        return words.empty() ? skua::lab::ExitMisused : skua::lab::ExitDone;
    }
    for (const Subcommand& each : Subcommands) {
        if (words[0] != each.name) { continue; }
        try {
            const int code = each.run(std::span(words).subspan(1));
            if (!std::cout.flush()) { return skua::lab::complain("the output can't be written"); }
            return code;
        } catch (const std::bad_alloc&) {
            return skua::lab::complain("there is not enough memory");
        } catch (const std::exception& error) { return skua::lab::complain(error.what()); }
    }
    return skua::lab::complain("there is no subcommand " + skua::in_quotes(words[0]) + " (skua-lab --help lists them)",
                               skua::lab::ExitMisused);
}
