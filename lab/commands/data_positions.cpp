#include "lab/commands/commands.h"
#include "lab/commands/position_output.h"
#include "lab/games/dataset.h"
#include "lab/games/tablebase_end.h"
#include "lab/support/files.h"
#include "lab/support/tablebase_choice.h"
#include "lab/training/positions.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string new_path;
    std::vector<std::string> paths;
    PositionFilter filter;
    bool duplicates = false;
    double lambda = 0;
    double sigmoid_scale = DefaultSigmoidScale;
    std::uint64_t seed = 1;
    TablebaseChoice tables;
};

int run(const Settings& settings) {
    if (const std::optional<Error> error = must_be_new(settings.new_path)) { return complain(error->message); }
    const Result<std::shared_ptr<const tablebase::Tables>> tables = settings.tables.open();
    if (!tables) { return complain(tables.error()); }
    std::vector<TrainingPosition> positions;
    std::uint32_t games = 0;
    const std::optional<Error> error = for_each_game(settings.paths, [&](GameRecord game) {
        if (*tables) { end_by_tablebases(game, **tables); }
        smooth_scores(game, settings.lambda, settings.sigmoid_scale);
        add_positions(game, ++games, settings.filter, positions);
    });
    if (error) { return complain(error->message); }
    return finish_positions(settings.new_path, positions, games, settings.seed,
                            settings.duplicates ? Duplicates::Keep : Duplicates::Remove);
}

}  // namespace

void add_data_positions(CLI::App& data) {
    auto [options, settings] = add_command(data, "positions", "Write the quiet positions of games, to train with", run);
    options.add_file("new-file", settings.new_path, "file of positions to write");
    options.add_files("games", settings.paths, "files of games");
    options.add("--opening", settings.filter.skipped_plies, 0, 1000, "skip this many plies at the start of each game");
    options.add_flag("--checks", settings.filter.checks, "keep positions in check");
    options.add_flag("--captures", settings.filter.captures, "keep positions where a capture or promotion was played");
    options.add_flag("--duplicates", settings.duplicates, "keep boards that occur more than once");
    options.add("--ahead", settings.lambda, 0.0, 0.99,
                "smooth scores: share of the score one ply later, as in TD(lambda)");
    options.add("--k", settings.sigmoid_scale, 1e-4, 0.1,
                "sigmoid scale for --ahead: from centipawns to expected results");
    settings.tables.add_option(options, "folders with Syzygy tables, used to correct the results of games");
    options.add("--seed", settings.seed, 0, 1'000'000'000'000, "seed of the order");
    options.set_details(
        "The positions are in random order, each board once. Positions with a mate score are always left out.");
}

}  // namespace skua::lab
