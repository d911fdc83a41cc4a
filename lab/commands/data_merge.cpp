#include <iostream>

#include "lab/commands/commands.h"
#include "lab/games/dataset.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string new_path;
    std::vector<std::string> paths;
};

int run(const Settings& settings) {
    Result<std::vector<DatasetReader>> files = open_games(settings.paths);
    if (!files) { return complain(files.error()); }
    const Result<std::unique_ptr<DatasetWriter>> opened =
        DatasetWriter::open(settings.new_path, DatasetWriter::Mode::Create);
    if (!opened) { return complain(opened.error()); }

    DatasetWriter& writer = **opened;
    std::uint64_t games = 0;
    for (std::size_t i = 0; i < files->size(); ++i) {
        DatasetReader& file = (*files)[i];
        while (const GameRecord* game = file.next()) {
            ++games;
            if (const std::optional<Error> error = writer.add(*game)) { return complain(error->message); }
        }
        report_corruption(settings.paths[i], file.corruption());
    }
    if (const std::optional<Error> error = writer.flush()) { return complain(error->message); }
    std::cout << settings.new_path << ": " << games << " games in " << writer.file_size() << " bytes\n";
    return ExitDone;
}

}  // namespace

void add_data_merge(CLI::App& data) {
    auto [options, settings] = add_command(data, "merge", "Write all valid games of several files into a new one", run);
    options.add_file("new-file", settings.new_path, "file to write");
    options.add_files("games", settings.paths, "files of games");
}

}  // namespace skua::lab
