#include <iostream>

#include "base/parse.h"
#include "lab/commands/commands.h"
#include "lab/games/dataset.h"
#include "lab/support/signals.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string new_path;
    std::vector<std::string> paths;
};

int run(const Settings& settings) {
    SignalGuard signals;
    Result<std::vector<DatasetReader>> files = open_games(settings.paths);
    if (!files) { return complain(files.error()); }
    const Result<std::unique_ptr<DatasetWriter>> opened =
        DatasetWriter::open(settings.new_path, DatasetWriter::Mode::Create);
    if (!opened) { return complain(opened.error()); }

    // A part of the games is of no use: the same command would refuse to write into that file.
    DatasetWriter& writer = **opened;
    const auto give_up = [&](const std::string& reason) {
        writer.discard();
        return complain(reason);
    };
    std::uint64_t games = 0;
    for (std::size_t i = 0; i < files->size(); ++i) {
        DatasetReader& file = (*files)[i];
        while (const GameRecord* game = file.next()) {
            ++games;
            if (const std::optional<Error> error = writer.add(*game)) { return give_up(error->message); }
            if (signals.received()) {
                return give_up("interrupted: " + in_quotes(settings.new_path, 200) + " was not written");
            }
        }
        report_corruption(settings.paths[i], file.corruption());
    }
    if (const std::optional<Error> error = writer.flush()) { return give_up(error->message); }
    std::cout << settings.new_path << ": " << counted(games, "game") << " in " << writer.file_size() << " bytes\n";
    return ExitDone;
}

}  // namespace

void add_data_merge(CLI::App& data) {
    auto [options, settings] = add_command(data, "merge", "Write all valid games of several files into a new one", run);
    options.add_file("new-file", settings.new_path, "file to write");
    options.add_files("games", settings.paths, "files of games");
    options.set_details("The games keep their order. After Ctrl-C (exit code 1) there is no new file.");
}

}  // namespace skua::lab
