#include <atomic>
#include <iostream>
#include <memory>

#include "base/parse.h"
#include "lab/commands/commands.h"
#include "lab/games/dataset.h"
#include "lab/games/rescore.h"
#include "lab/games/selfplay.h"
#include "lab/games/tablebase_end.h"
#include "lab/support/evaluator_choice.h"
#include "lab/support/parallel.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"
#include "lab/support/tablebase_choice.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string new_path;
    std::string path;
    std::uint64_t nodes = SelfPlaySettings{}.nodes;
    int threads = default_threads();
    bool all = false;
    EvaluatorChoice evaluator;
    TablebaseChoice tables;
};

constexpr std::size_t GamesAtATime = 512;

std::vector<GameRecord> next_games(DatasetReader& file) {
    std::vector<GameRecord> games;
    while (games.size() < GamesAtATime) {
        const GameRecord* const record = file.next();
        if (record == nullptr) { break; }
        games.push_back(*record);
    }
    return games;
}

// Rescores the games on all threads and returns which of them are done; not all are when the user stops it.
std::vector<char> rescore_all(std::vector<GameRecord>& games, const Settings& settings,
                              const std::vector<std::unique_ptr<Searcher>>& searchers, SignalGuard& signals,
                              std::atomic<bool>& stop) {
    const Rescored which = settings.all ? Rescored::All : Rescored::Quiet;
    std::atomic<std::size_t> next{0};
    std::vector<char> done(games.size(), 0);
    in_parallel(settings.threads, [&](std::size_t thread) {
        const auto is_stopped = [&] {
            if (thread == 0 && signals.received()) { stop = true; }
            return stop.load();
        };
        for (std::size_t i = next++; i < games.size(); i = next++) {
            done[i] = rescore(games[i], *searchers[thread], settings.nodes, which, is_stopped) ? 1 : 0;
        }
    });
    return done;
}

int run(const Settings& settings) {
    const Result<EvaluatorFactory> evaluator = settings.evaluator.factory();
    if (!evaluator) { return complain(evaluator.error()); }
    const Result<std::shared_ptr<const tablebase::Tables>> tables = settings.tables.open();
    if (!tables) { return complain(tables.error()); }
    Result<DatasetReader> file = DatasetReader::open(settings.path);
    if (!file) { return complain(file.error()); }
    const Result<std::unique_ptr<DatasetWriter>> writer =
        DatasetWriter::open(settings.new_path, DatasetWriter::Mode::Create);
    if (!writer) { return complain(writer.error()); }

    SignalGuard signals;
    std::atomic<bool> stop{false};
    std::vector<std::unique_ptr<Searcher>> searchers;
    for (int i = 0; i < settings.threads; ++i) {
        searchers.push_back(std::make_unique<Searcher>(RunsOn::CallersThread, 1, *evaluator));
        if (*tables) { searchers.back()->set_tablebases(*tables); }
    }
    std::uint64_t finished = 0;
    std::uint64_t ended_by_tables = 0;
    ProgressLine line;
    for (std::vector<GameRecord> games; !stop && !(games = next_games(*file)).empty();) {
        if (*tables) {
            for (GameRecord& game : games) { ended_by_tables += end_by_tablebases(game, **tables) ? 1 : 0; }
        }
        const std::vector<char> done = rescore_all(games, settings, searchers, signals, stop);
        for (std::size_t i = 0; i < games.size(); ++i) {
            if (done[i] == 0) { continue; }
            if (const std::optional<Error> error = (*writer)->add(games[i])) { return complain(error->message); }
            ++finished;
        }
        if (line.due()) { line.show(counted(finished, "game")); }
    }
    line.finish();
    if (const std::optional<Error> error = (*writer)->flush()) { return complain(error->message); }
    report_corruption(settings.path, file->corruption());
    std::cout << settings.new_path << ": " << counted(finished, "game");
    if (*tables) { std::cout << ", tablebases gave the result of " << ended_by_tables; }
    std::cout << '\n';
    return stop ? complain("interrupted: the other games are missing") : ExitDone;
}

}  // namespace

void add_data_rescore(CLI::App& data) {
    auto [options, settings] =
        add_command(data, "rescore", "Search quiet positions again and replace their scores", run);
    options.add_file("new-file", settings.new_path, "file of games to write");
    options.add_file("games", settings.path, "file of games to read");
    options.add("--nodes", settings.nodes, 1, 1'000'000'000,
                "nodes to search per position, or some more to complete an iteration");
    options.add("--threads", settings.threads, 1, 1024, "threads that search");
    options.add_flag("--all", settings.all, "search positions, too, that data positions leaves out by default");
    settings.evaluator.add_options(options);
    settings.tables.add_option(options, "folders with Syzygy tables, used by the search and to adjudicate games");
    options.set_details(
        "Without --tables the moves and results stay the same. Ctrl-C ends it and keeps the games that are done.");
}

}  // namespace skua::lab
