#include "lab/training/random_walk.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "chess/movegen.h"
#include "eval/evaluators.h"
#include "lab/games/dataset.h"
#include "lab/support/arguments.h"
#include "lab/support/evaluator_choice.h"
#include "lab/support/parallel.h"

namespace skua::lab {

namespace {

// Every third move is a capture if there is one: so the search sees the board, too.
std::optional<Move> stray_move(const Position& position, Prng& prng) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) { return std::nullopt; }
    if (prng.below(3) == 0) {
        MoveList captures;
        for (const Move move : moves) {
            if (position.is_capture(move)) { captures.push_back(move); }
        }
        if (!captures.empty()) { return captures[prng.below(captures.size())]; }
    }
    return moves[prng.below(moves.size())];
}

}  // namespace

void Sidelines::add(const GameRecord& record, std::uint32_t game, Evaluator& evaluator, Prng& prng,
                    std::vector<TrainingPosition>& positions) const {
    Position position = record.start;
    for (const MoveScore& each : record.plies) {
        position.play(each.move);
        for (int i = 0; i < count; ++i) {
            Position end = position;
            for (auto left = prng.below(static_cast<std::uint64_t>(most_moves) + 1); left > 0; --left) {
                const std::optional<Move> move = stray_move(end, prng);
                if (!move) { break; }
                end.play(*move);
            }
            if (end.in_check() || !has_legal_move(end)) { continue; }
            evaluator.reset(end);
            const Score score = evaluator.evaluate(end);
            positions.push_back(
                to_training_position(end, from_whites_view(end.side_to_move(), score), record.result, game));
        }
    }
}

int run_sidelines(std::span<const std::string_view> arguments) {
    Sidelines sidelines;
    std::int64_t count = sidelines.count;
    std::int64_t moves = sidelines.most_moves;
    std::int64_t seed = 1;
    std::int64_t threads = usual_threads();
    ArgumentReader reader("data sidelines", "<new file> <games>...",
                          "Writes positions that are some random moves away from the games, judged by the evaluation\n"
                          "without a search; each board once, in random order. To be trained with --wdl 0: the games'\n"
                          "results are not theirs.",
                          2, std::numeric_limits<std::size_t>::max());
    reader.add<std::int64_t>("--count", count, 1, 1000, "sidelines from each position of a game");
    reader.add<std::int64_t>("--moves", moves, 0, 100, "random moves in a sideline, at most");
    reader.add<std::int64_t>("--seed", seed, 0, 1'000'000'000'000, "of the moves and of the order");
    reader.add<std::int64_t>("--threads", threads, 1, 1024, "threads");
    JudgeOptions judge;
    judge.describe(reader);
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> paths = reader.read_or_explain(arguments, exit_code);
    if (!paths) { return exit_code; }
    sidelines.count = static_cast<int>(count);
    sidelines.most_moves = static_cast<int>(moves);
    if (const std::optional<Error> error = must_be_new(paths->front())) { return complain(error->message); }
    const Result<EvaluatorFactory> factory = judge.factory();
    if (!factory) { return complain(factory.error()); }
    std::vector<std::unique_ptr<Evaluator>> evaluators;
    for (std::int64_t i = 0; i < threads; ++i) { evaluators.push_back((*factory)()); }

    constexpr std::size_t GamesAtATime = 4096;
    std::vector<TrainingPosition> positions;
    std::uint32_t games = 0;
    std::vector<GameRecord> batch;
    const auto work_off_batch = [&] {
        std::vector<std::vector<TrainingPosition>> found(batch.size());
        std::atomic<std::size_t> next{0};
        in_parallel(static_cast<int>(threads), [&](std::size_t thread) {
            for (std::size_t i = next++; i < batch.size(); i = next++) {
                // Each game has random numbers of its own, so that any number of threads finds the same positions.
                const auto game = static_cast<std::uint32_t>(games + i + 1);
                Prng prng((static_cast<std::uint64_t>(seed) << 32) + game);
                sidelines.add(batch[i], game, *evaluators[thread], prng, found[i]);
            }
        });
        for (const std::vector<TrainingPosition>& each : found) {
            positions.insert(positions.end(), each.begin(), each.end());
        }
        games += static_cast<std::uint32_t>(batch.size());
        batch.clear();
    };
    const std::optional<Error> error = for_each_game(std::span(*paths).subspan(1), [&](const GameRecord& record) {
        batch.push_back(record);
        if (batch.size() == GamesAtATime) { work_off_batch(); }
    });
    if (error) { return complain(error->message); }
    work_off_batch();
    return finish_positions(paths->front(), positions, games, static_cast<std::uint64_t>(seed), Duplicates::Remove);
}

}  // namespace skua::lab
