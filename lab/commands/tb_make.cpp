#include <iostream>

#include "base/parse.h"
#include "lab/commands/commands.h"
#include "lab/tablebase/table_maker.h"

namespace skua::lab {

namespace {

int run(const TableMakerSettings& settings) {
    int count = 0;
    const std::optional<Error> error = make_tables(settings, [&count](const MadeTable& table) {
        ++count;
        std::cout << table.name << ": " << table.positions << " positions, largest DTZ " << table.longest_dtz
                  << " plies, " << table.wdl_bytes << " bytes WDL, " << table.dtz_bytes << " bytes DTZ" << std::endl;
    });
    if (error) { return complain(error->message); }
    std::cout << counted(static_cast<std::uint64_t>(count), "endgame") << " made\n";
    return ExitDone;
}

}  // namespace

void add_tb_make(CLI::App& tb) {
    auto [options, settings] = add_command(tb, "make", "Solve endgames and write Syzygy tables of them", run);
    options.add_file("folder", settings.folder,
                     "folder for the files; tables that are there already are kept and used");
    options.add_words("names", settings.names, "endgames such as KQvKR; without names all of --pieces");
    options.add("--pieces", settings.pieces, 3, 4, "all endgames with at most this many pieces");
    options.set_details("Endgames that a capture or promotion leads to are made as well. Four pieces take minutes.");
}

}  // namespace skua::lab
