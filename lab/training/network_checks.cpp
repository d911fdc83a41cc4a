#include "lab/training/network_checks.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/parse.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "eval/nnue/nnue.h"
#include "eval/nnue/simd.h"
#include "lab/games/openings.h"
#include "lab/support/arguments.h"
#include "lab/support/files.h"

namespace skua::lab {

namespace {

// Random games reach positions that are worth thousands of centipawns; there rounding shows most.
constexpr double MostMeanDifference = 25;

Position mirrored(const Position& position) {
    Setup setup = position.setup();
    for (const Square square : FullBoard) { setup.board[square] = position.piece_on(flip_file(square)); }
    setup.castling_rooks = EmptyBoard;
    setup.en_passant_square = Square::None;
    return Position::from_setup(setup).value();
}

int run_info(std::span<const std::string_view> arguments) {
    ArgumentReader reader("net info", "<net>", "tells what is in a file of a network", 1, 1);
    int exit_code = ExitDone;
    const auto words = reader.read_or_explain(arguments, exit_code);
    if (!words) { return exit_code; }
    const std::string& path = words->front();
    const Result<nnue::NetworkHeader> header = nnue::load_header(path);
    if (!header) { return complain(header.error()); }
    std::cout << "version " << header->version << ", " << header->inputs << " inputs, " << header->hidden
              << " hidden for each side, " << header->buckets << " output buckets\n"
              << "units " << header->qa << " and " << header->qb << ", " << header->eval_scale << " centipawns\n"
              << header->bytes << " bytes of numbers, checksum " << hexadecimal(header->checksum) << '\n';
    const auto network = nnue::load_network(path);
    if (!network) { return complain(network.error()); }
    std::cout << "the start of a game is worth " << nnue::raw_evaluate(**network, Position()) << " cp to White\n";
    return ExitDone;
}

int run_quantise(std::span<const std::string_view> arguments) {
    ArgumentReader reader("net quantise", "<checkpoint> <net>", "makes a network for the engine from a checkpoint", 2,
                          2);
    int exit_code = ExitDone;
    const auto words = reader.read_or_explain(arguments, exit_code);
    if (!words) { return exit_code; }
    const auto checkpoint = load_checkpoint((*words)[0]);
    if (!checkpoint) { return complain(checkpoint.error()); }
    if (const std::optional<Error> error = must_be_new((*words)[1])) { return complain(error->message); }
    const std::vector<std::uint8_t> bytes = quantise(checkpoint->shape, checkpoint->state.average);
    if (checkpoint->shape == NetShape{}) {
        if (const auto network = nnue::parse_network(bytes); !network) {
            return complain("no network for the engine can be made of it: " + network.error());
        }
    }
    const std::optional<Error> error = write_file((*words)[1], bytes_of_span(std::span(bytes)));
    return error ? complain(error->message) : ExitDone;
}

int run_compare(std::span<const std::string_view> arguments) {
    std::int64_t positions = 10'000;
    std::int64_t moves = 1'000'000;
    std::int64_t seed = 1;
    ArgumentReader reader("net compare", "<net> [<checkpoint>]",
                          "checks a network: kept up to date against anew, colours and sides exchanged; with the\n"
                          "checkpoint it was made from, also its integers against the real numbers",
                          1, 2);
    reader.add<std::int64_t>("--positions", positions, 1, 100'000'000, "to compare with the real numbers");
    reader.add<std::int64_t>("--moves", moves, 1, 1'000'000'000, "random moves to follow");
    reader.add<std::int64_t>("--seed", seed, 0, 1'000'000'000'000, "of the random games");
    int exit_code = ExitDone;
    const auto words = reader.read_or_explain(arguments, exit_code);
    if (!words) { return exit_code; }
    const auto network = nnue::load_network((*words)[0]);
    if (!network) { return complain(network.error()); }
    std::optional<Checkpoint> checkpoint;
    if (words->size() > 1) {
        Result<Checkpoint> loaded = load_checkpoint((*words)[1]);
        if (!loaded) { return complain(loaded.error()); }
        if (loaded->shape != NetShape{}) { return complain("the checkpoint is of another shape"); }
        checkpoint = *std::move(loaded);
    }

    const NetAgreement agreement =
        compare_paths(*network, static_cast<std::uint64_t>(moves), static_cast<std::uint64_t>(seed));
    std::cout << "kernel " << nnue::kernel::Name << ", " << moves << " random moves, " << agreement.compared
              << " positions compared: in " << agreement.wrong
              << " of them move by move, anew, flipped and mirrored differ\n";
    bool far_apart = false;
    if (checkpoint) {
        const NetDifference difference =
            compare_with_real_numbers(**network, checkpoint->shape, checkpoint->state.average,
                                      static_cast<std::uint64_t>(positions), static_cast<std::uint64_t>(seed));
        std::cout << difference.positions << " positions, integers against real numbers: " << std::fixed
                  << std::setprecision(2) << difference.mean << " cp on average, " << difference.largest
                  << " at most\n";
        far_apart = !(difference.mean <= MostMeanDifference);  // also when it is no number
        if (far_apart) { std::cout << "That is too much.\n"; }
    }
    return agreement.wrong == 0 && !far_apart ? ExitDone : ExitFailed;
}

}  // namespace

NetDifference compare_with_real_numbers(const nnue::Network& network, const NetShape& shape, const NetNumbers& numbers,
                                        std::uint64_t positions, std::uint64_t seed) {
    NetDifference difference;
    NetWorker worker(shape);
    Prng prng(seed);
    while (difference.positions < positions) {
        Game game;
        for (int ply = 0; ply < 120 && game.state() == GameState::Ongoing && difference.positions < positions; ++ply) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[prng.below(moves.size())]);
            const TrainingPosition packed = to_training_position(game.position(), 0, GameResult::Draw);
            const double real = static_cast<double>(worker.forward(numbers, packed)) * nnue::EvalScale;
            const double bounded = std::clamp<double>(real, -MaxEvaluation, MaxEvaluation);
            const double distance = std::abs(bounded - nnue::raw_evaluate(network, game.position()));
            difference.mean += distance;
            difference.largest = std::max(difference.largest, distance);
            ++difference.positions;
        }
    }
    difference.mean /= static_cast<double>(std::max<std::uint64_t>(difference.positions, 1));
    return difference;
}

NetAgreement compare_paths(std::shared_ptr<const nnue::Network> network, std::uint64_t moves, std::uint64_t seed) {
    nnue::NnueEvaluator evaluator(network);
    Prng prng(seed);
    NetAgreement agreement;
    std::uint64_t made = 0;
    const auto compare = [&](const Position& position) {
        const Score anew = nnue::raw_evaluate(*network, position);
        const bool agrees = evaluator.raw_evaluate(position) == anew &&
                            nnue::raw_evaluate(*network, position.flipped()) == anew &&
                            nnue::raw_evaluate(*network, mirrored(position)) == anew;
        ++agreement.compared;
        agreement.wrong += agrees ? 0 : 1;
    };
    while (made < moves) {
        // Every other game is Chess960, whose castling changes the board in ways of its own.
        std::vector<Position> path{prng.below(2) == 0 ? Position() : random_chess960_start(prng)};
        evaluator.reset(path.back());
        while (made < moves && path.size() < MaxPly) {
            const MoveList legal = legal_moves(path.back());
            if (legal.empty() || path.back().pieces().count() == 2) { break; }
            if (path.size() > 1 && prng.below(8) == 0) {
                evaluator.pop();
                path.pop_back();
            } else {
                BoardDelta delta;
                path.push_back(path.back());
                path.back().play(legal[prng.below(legal.size())], delta);
                evaluator.push(delta);
                ++made;
            }
            // Not everywhere: what was not asked for must be made up for later.
            if (prng.below(2) == 0) { compare(path.back()); }
        }
    }
    return agreement;
}

int run_net(std::span<const std::string_view> arguments) {
    const std::string_view what = arguments.empty() ? "" : arguments[0];
    if (what == "info") { return run_info(arguments.subspan(1)); }
    if (what == "quantise") { return run_quantise(arguments.subspan(1)); }
    if (what == "compare") { return run_compare(arguments.subspan(1)); }
    if (what == "--help") {
        std::cout << "skua-lab net info|quantise|compare ...: looks at networks; each has a --help\n";
        return ExitDone;
    }
    return complain("net needs info, quantise or compare", ExitMisused);
}

}  // namespace skua::lab
