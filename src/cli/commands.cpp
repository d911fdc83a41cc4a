#include "cli/commands.h"

#include <algorithm>

#include "cli/analyse.h"
#include "cli/explain.h"
#include "cli/play.h"

namespace skua::cli {

const std::vector<Command>& commands() {
    static const std::vector<Command> list{
        {"analyse", "skua analyse <file.pgn> [options]",
         "analyse games: comments in a PGN, a report for a browser, data for programs", analyse},
        {"explain", "skua explain \"<fen>\" [<move>...] [options]",
         "say what is going on in a position, and why moves are good or bad", explain},
        {"play", "skua play [options]", "play against Skua in the terminal, with hints and explanations", play},
    };
    return list;
}

const Command* find_command(std::string_view word) {
    if (word == "analyze") { word = "analyse"; }
    const auto found = std::find_if(commands().begin(), commands().end(),
                                    [word](const Command& command) { return command.name == word; });
    return found == commands().end() ? nullptr : &*found;
}

std::string help() {
    std::string text = "Commands of their own, each with a --help:";
    for (const Command& command : commands()) {
        text += "\n  " + std::string(command.usage) + "\n      " + std::string(command.meaning);
    }
    return text;
}

}  // namespace skua::cli
