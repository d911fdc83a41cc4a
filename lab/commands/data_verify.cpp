#include <iostream>

#include "base/parse.h"
#include "lab/commands/commands.h"
#include "lab/games/dataset.h"
#include "lab/games/verify.h"

namespace skua::lab {

namespace {

struct Settings {
    std::vector<std::string> paths;
};

bool verify(const std::string& path) {
    Result<DatasetReader> file = DatasetReader::open(path);
    if (!file) {
        complain(file.error());
        return false;
    }
    std::uint64_t games = 0;
    std::uint64_t implausible = 0;
    while (const GameRecord* game = file->next()) {
        ++games;
        const std::string reason = implausibility(*game);
        if (reason.empty()) { continue; }
        ++implausible;
        if (implausible == 1) { std::cerr << path << ": game " << games << ": " << reason << '\n'; }
    }
    report_corruption(path, file->corruption());
    const bool good = implausible == 0 && !file->corruption().any();
    std::cout << path << ": " << (good ? "good, " : "CORRUPT, ") << counted(games, "valid game") << " in "
              << counted(file->blocks(), "block");
    if (implausible > 0) { std::cout << ", " << implausible << " with an impossible result"; }
    std::cout << '\n';
    return good;
}

int run(const Settings& settings) {
    bool all_good = true;
    for (const std::string& path : settings.paths) { all_good = verify(path) && all_good; }
    return all_good ? ExitDone : ExitFailed;
}

}  // namespace

void add_data_verify(CLI::App& data) {
    auto [options, settings] = add_command(data, "verify", "Check every checksum, move and result", run);
    options.add_files("games", settings.paths, "files of games");
    options.set_details("The exit code is 1 if anything is wrong.");
}

}  // namespace skua::lab
