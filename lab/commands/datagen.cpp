#include <cmath>
#include <iomanip>
#include <iostream>
#include <random>
#include <sstream>

#include "base/parse.h"
#include "lab/commands/commands.h"
#include "lab/games/datagen.h"
#include "lab/support/evaluator_choice.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"
#include "lab/support/tablebase_choice.h"

namespace skua::lab {

namespace {

constexpr std::uint64_t MaxSeed = 1'000'000'000'000;

struct Settings {
    std::string path;
    DatagenSettings datagen;
    std::optional<std::uint64_t> seed;
    EvaluatorChoice evaluator;
    TablebaseChoice tables;
};

std::string progress_text(const DatagenProgress& progress) {
    const auto percent = [&](std::uint64_t count) {
        return progress.games == 0 ? 0.0 : 100.0 * static_cast<double>(count) / static_cast<double>(progress.games);
    };
    const double speed = progress.seconds > 0 ? static_cast<double>(progress.positions) / progress.seconds : 0.0;
    std::ostringstream text;
    text << counted(progress.games, "game") << ", " << counted(progress.positions, "position") << ", "
         << std::llround(speed) << "/s, White won " << std::fixed << std::setprecision(1)
         << percent(progress.white_wins) << "%, drew " << percent(progress.draws) << "%, lost "
         << percent(progress.black_wins) << '%';
    return text.str();
}

// Nothing when the run has no end.
std::optional<double> seconds_left(const DatagenProgress& progress, const DatagenSettings& settings) {
    std::optional<double> left;
    if (settings.minutes) { left = *settings.minutes * 60 - progress.seconds; }
    if (settings.games && progress.games > 0) {
        const auto games_left = static_cast<double>(*settings.games - progress.games);
        const double by_games = games_left * progress.seconds / static_cast<double>(progress.games);
        left = left ? std::min(*left, by_games) : by_games;
    }
    return left ? std::optional(std::max(*left, 0.0)) : std::nullopt;
}

std::string live_text(const DatagenProgress& progress, const DatagenSettings& settings) {
    const std::optional<double> left = seconds_left(progress, settings);
    return progress_text(progress) + (left ? ", " + duration_text(*left) + " left" : "");
}

int run(const Settings& settings) {
    Result<EvaluatorFactory> evaluator = settings.evaluator.factory();
    if (!evaluator) { return complain(evaluator.error()); }
    Result<std::shared_ptr<const tablebase::Tables>> tables = settings.tables.open();
    if (!tables) { return complain(tables.error()); }
    DatagenSettings datagen = settings.datagen;
    datagen.play.tables = *std::move(tables);
    datagen.evaluator = *std::move(evaluator);
    datagen.seed = settings.seed ? *settings.seed : std::random_device()() % MaxSeed;

    SignalGuard signals;
    Result<std::unique_ptr<DatasetWriter>> opened = DatasetWriter::open(settings.path, DatasetWriter::Mode::Append);
    if (!opened) { return complain(opened.error()); }
    DatasetWriter& writer = **opened;
    if (writer.bytes_cut() > 0) {
        std::cerr << "The last writer was interrupted: " << counted(writer.bytes_cut(), "byte")
                  << " cut off the end of the file\n";
    }
    if (writer.games_found() > 0) { std::cerr << "Resuming after " << counted(writer.games_found(), "game") << '\n'; }

    ProgressLine line;
    const Result<DatagenProgress> done = generate_games(writer, datagen, [&](const DatagenProgress& progress) {
        if (line.due()) { line.show(live_text(progress, datagen)); }
        return !signals.received();
    });
    line.finish();
    if (!done) { return complain(done.error()); }
    std::cout << progress_text(*done) << " in " << duration_text(done->seconds) << "; seed " << datagen.seed << "; "
              << settings.path << " now has " << counted(writer.games_found() + done->games, "game") << " in "
              << writer.file_size() << " bytes\n";
    return ExitDone;
}

}  // namespace

void add_datagen(CLI::App& lab) {
    auto [options, settings] = add_command(lab, "datagen", "Play games of the engine against itself", run);
    DatagenSettings& datagen = settings.datagen;
    options.add_file("file", settings.path, "file of games to append to");
    options.add("--threads", datagen.threads, 1, 1024, "games played at the same time");
    options.add("--nodes", datagen.play.nodes, 1, 1'000'000'000,
                "nodes to search per move, or some more to complete an iteration");
    options.add("--games", datagen.games, 1, 1'000'000'000'000, "end after this many games");
    options.add("--minutes", datagen.minutes, 0.0, 1e6, "end after this time");
    options.add("--seed", settings.seed, 0, MaxSeed, "the same seed plays the same games; random if absent");
    options.add("--random-plies", datagen.play.random_plies, 0, 100,
                "random plies at the start of a game, or one more");
    options.add("--dfrc", datagen.play.chess960_share, 0.0, 1.0,
                "share of games in double Chess960 (each side shuffled on its own)");
    options.add("--hash", datagen.hash_megabytes, 1, 65536, "megabytes of transposition table for each thread");
    settings.evaluator.add_options(options);
    settings.tables.add_option(options, "folders with Syzygy tables, used by the search and to adjudicate games");
    options.set_details(
        "Without --games and --minutes it plays until Ctrl-C. The same command later appends more games.");
}

}  // namespace skua::lab
