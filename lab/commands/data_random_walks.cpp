#include <atomic>
#include <memory>
#include <span>

#include "lab/commands/commands.h"
#include "lab/commands/position_output.h"
#include "lab/games/dataset.h"
#include "lab/support/evaluator_choice.h"
#include "lab/support/files.h"
#include "lab/support/parallel.h"
#include "lab/training/random_walk.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string new_path;
    std::vector<std::string> paths;
    RandomWalks walks;
    std::uint64_t seed = 1;
    int threads = default_threads();
    EvaluatorChoice evaluator;
};

// Adds the random-walk positions of some games, the first of which has this number.
void add_walks(std::span<const GameRecord> games, std::uint32_t first, const Settings& settings,
               const std::vector<std::unique_ptr<Evaluator>>& evaluators, std::vector<TrainingPosition>& positions) {
    std::vector<std::vector<TrainingPosition>> found(games.size());
    std::atomic<std::size_t> next{0};
    in_parallel(settings.threads, [&](std::size_t thread) {
        for (std::size_t i = next++; i < games.size(); i = next++) {
            // Each game has its own random numbers, so that any number of threads makes the same positions.
            const auto game = static_cast<std::uint32_t>(first + i);
            Prng prng((settings.seed << 32) + game);
            settings.walks.add(games[i], game, *evaluators[thread], prng, found[i]);
        }
    });
    for (const std::vector<TrainingPosition>& each : found) {
        positions.insert(positions.end(), each.begin(), each.end());
    }
}

int run(const Settings& settings) {
    const Result<EvaluatorFactory> factory = settings.evaluator.factory();
    if (const std::optional<Error> error = must_be_new(settings.new_path)) { return complain(error->message); }
    if (!factory) { return complain(factory.error()); }
    std::vector<std::unique_ptr<Evaluator>> evaluators;
    for (int i = 0; i < settings.threads; ++i) { evaluators.push_back((*factory)()); }

    constexpr std::size_t GamesAtATime = 4096;
    std::vector<TrainingPosition> positions;
    std::uint32_t games = 0;
    std::vector<GameRecord> batch;
    const auto finish_batch = [&] {
        add_walks(batch, games + 1, settings, evaluators, positions);
        games += static_cast<std::uint32_t>(batch.size());
        batch.clear();
    };
    const std::optional<Error> error = for_each_game(settings.paths, [&](const GameRecord& record) {
        batch.push_back(record);
        if (batch.size() == GamesAtATime) { finish_batch(); }
    });
    if (error) { return complain(error->message); }
    finish_batch();
    return finish_positions(settings.new_path, positions, games, settings.seed, Duplicates::Remove);
}

}  // namespace

void add_data_random_walks(CLI::App& data) {
    auto [options, settings] =
        add_command(data, "random-walks", "Write positions some random moves away from games, to pre-train with", run);
    options.add_file("new-file", settings.new_path, "file of positions to write");
    options.add_files("games", settings.paths, "files of games");
    options.add("--count", settings.walks.count, 1, 1000, "walks from each position of a game");
    options.add("--moves", settings.walks.max_moves, 0, 100, "largest number of random moves in a walk");
    options.add("--seed", settings.seed, 0, 1'000'000'000'000, "seed of the moves and of the order");
    options.add("--threads", settings.threads, 1, 1024, "threads to use");
    settings.evaluator.add_options(options);
    options.set_details(
        "The static evaluation labels the positions, without a search. Train with --wdl 0: the results of the games\n"
        "do not belong to them. Each board is written once, in random order.");
}

}  // namespace skua::lab
