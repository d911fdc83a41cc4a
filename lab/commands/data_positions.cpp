#include "lab/commands/commands.h"
#include "lab/commands/position_output.h"
#include "lab/games/dataset.h"
#include "lab/games/tablebase_end.h"
#include "lab/support/files.h"
#include "lab/support/tablebase_choice.h"
#include "lab/training/positions.h"
#include "lab/training/shards.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string new_path;
    std::vector<std::string> paths;
    PositionFilter filter;
    bool duplicates = false;
    double lambda = 0;
    double sigmoid_scale = DefaultSigmoidScale;
    int shards = 1;
    std::uint64_t seed = 1;
    TablebaseChoice tables;
};

int run(const Settings& settings) {
    std::optional<ShardWriter> shards;
    if (settings.shards > 1) {
        Result<ShardWriter> opened = ShardWriter::open(settings.new_path, static_cast<std::size_t>(settings.shards));
        if (!opened) { return complain(opened.error()); }
        shards.emplace(*std::move(opened));
    } else if (const std::optional<Error> error = must_be_new(settings.new_path)) {
        return complain(error->message);
    }
    const Result<std::shared_ptr<const tablebase::Tables>> tables = settings.tables.open();
    if (!tables) { return complain(tables.error()); }
    std::vector<TrainingPosition> positions;
    std::uint32_t games = 0;
    std::optional<Error> failure;
    const std::optional<Error> error = for_each_game(settings.paths, [&](GameRecord game) {
        if (failure) { return; }
        if (*tables) { end_by_tablebases(game, **tables); }
        smooth_scores(game, settings.lambda, settings.sigmoid_scale);
        add_positions(game, ++games, settings.filter, positions);
        if (shards) {
            failure = shards->add(positions);
            positions.clear();
        }
    });
    if (error || failure) { return complain((error ? error : failure)->message); }
    const Duplicates duplicates = settings.duplicates ? Duplicates::Keep : Duplicates::Remove;
    if (!shards) { return finish_positions(settings.new_path, positions, games, settings.seed, duplicates); }
    const Result<ShardWriter::Summary> summary = shards->finish(duplicates, settings.seed);
    if (!summary) { return complain(summary.error()); }
    const std::vector<std::string> paths = shard_paths(settings.new_path, static_cast<std::size_t>(settings.shards));
    return report_positions(paths.front() + " to " + paths.back(), summary->positions, games, summary->duplicates,
                            duplicates);
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
    options.add("--shards", settings.shards, 1, 200,
                "write this many files (name-1.skp, ...), each a random part of all");
    options.add("--seed", settings.seed, 0, 1'000'000'000'000, "seed of the order");
    options.set_details(
        "The positions are in random order, each board once. Positions with a mate score are always left out.");
}

}  // namespace skua::lab
