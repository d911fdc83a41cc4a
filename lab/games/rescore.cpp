#include "lab/games/rescore.h"

#include <algorithm>
#include <atomic>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/games/dataset.h"
#include "lab/games/selfplay.h"
#include "lab/support/arguments.h"
#include "lab/support/evaluator_choice.h"
#include "lab/support/parallel.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"

namespace skua::lab {

bool relabel(GameRecord& record, Searcher& searcher, std::uint64_t nodes, const std::function<bool()>& is_stopped) {
    searcher.clear();
    const Limits limits = self_play_limits(nodes);
    Game game(record.start);
    for (std::size_t ply = 0; ply + 1 < record.plies.size(); ++ply) {
        MoveScore& each = record.plies[ply];
        if (is_stopped()) { return false; }
        if (each.score != NoScore) {
            const Score score = searcher.search(game, limits).score;
            each.score = static_cast<std::int16_t>(from_whites_view(game.position().side_to_move(), score));
        }
        game.play(each.move);
    }
    return true;
}

int run_relabel(std::span<const std::string_view> arguments) {
    std::int64_t nodes = 500;
    std::int64_t threads = usual_threads();
    ArgumentReader reader("data relabel", "<new file> <file>",
                          "Searches the positions of a file again, and writes the games with the new scores into a\n"
                          "new file. Ctrl-C ends it with what is done.",
                          2, 2);
    reader.add<std::int64_t>("--nodes", nodes, 1, 1'000'000'000, "positions per move; begun iterations are completed");
    reader.add<std::int64_t>("--threads", threads, 1, 1024, "threads that search");
    JudgeOptions judge;
    judge.describe(reader);
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> paths = reader.read_or_explain(arguments, exit_code);
    if (!paths) { return exit_code; }
    const Result<EvaluatorFactory> evaluator = judge.factory();
    if (!evaluator) { return complain(evaluator.error()); }
    Result<DatasetReader> file = DatasetReader::open((*paths)[1]);
    if (!file) { return complain(file.error()); }
    const Result<std::unique_ptr<DatasetWriter>> opened =
        DatasetWriter::open(paths->front(), DatasetWriter::Mode::Create);
    if (!opened) { return complain(opened.error()); }

    constexpr std::size_t GamesAtATime = 512;
    HeldSignals signals;
    std::atomic<bool> stop{false};
    std::vector<std::unique_ptr<Searcher>> searchers;
    for (std::int64_t i = 0; i < threads; ++i) {
        searchers.push_back(std::make_unique<Searcher>(RunsOn::CallersThread, 1, *evaluator));
    }
    std::uint64_t games = 0;
    LiveLine line;
    std::vector<GameRecord> batch;
    for (bool more = true; more && !stop;) {
        batch.clear();
        while (batch.size() < GamesAtATime && more) {
            const GameRecord* const record = file->next();
            more = record != nullptr;
            if (more) { batch.push_back(*record); }
        }
        std::atomic<std::size_t> next{0};
        std::vector<char> done(batch.size(), 0);
        in_parallel(static_cast<int>(threads), [&](std::size_t thread) {
            const auto is_stopped = [&] {
                if (thread == 0 && signals.take()) { stop = true; }
                return stop.load();
            };
            for (std::size_t i = next++; i < batch.size(); i = next++) {
                done[i] = relabel(batch[i], *searchers[thread], static_cast<std::uint64_t>(nodes), is_stopped) ? 1 : 0;
            }
        });
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (done[i] == 0) { continue; }
            if (const std::optional<Error> error = (*opened)->add(batch[i])) { return complain(error->message); }
            ++games;
        }
        if (line.due()) { line.show(std::to_string(games) + " games"); }
    }
    line.finish();
    if (const std::optional<Error> error = (*opened)->flush()) { return complain(error->message); }
    tell_damage((*paths)[1], file->damage());
    std::cout << paths->front() << ": " << games << " games\n";
    return stop ? complain("stopped on the way: the other games are missing") : ExitDone;
}

}  // namespace skua::lab
