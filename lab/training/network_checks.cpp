#include "lab/training/network_checks.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/prng.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "eval/nnue/nnue.h"
#include "lab/games/openings.h"

namespace skua::lab {

namespace {

Position mirrored(const Position& position) {
    Setup setup = position.setup();
    for (const Square square : FullBoard) { setup.board[square] = position.piece_on(flip_file(square)); }
    setup.castling_rooks = EmptyBoard;
    setup.en_passant_square = Square::None;
    return Position::from_setup(setup).value();
}

}  // namespace

QuantisationError measure_quantisation(const nnue::Network& network, const NetShape& shape, const NetWeights& weights,
                                       std::uint64_t positions, std::uint64_t seed) {
    QuantisationError error;
    NetWorker worker(shape);
    Prng prng(seed);
    while (error.positions < positions) {
        Game game;
        for (int ply = 0; ply < 120 && game.state() == GameState::Ongoing && error.positions < positions; ++ply) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[prng.below(moves.size())]);
            const TrainingPosition packed = to_training_position(game.position(), 0, GameResult::Draw);
            const double real = static_cast<double>(worker.forward(weights, packed)) * nnue::EvalScale;
            const double bounded = std::clamp<double>(real, -MaxEvaluation, MaxEvaluation);
            const double distance = std::abs(bounded - nnue::raw_evaluate(network, game.position()));
            error.mean += distance;
            error.largest = std::max(error.largest, distance);
            ++error.positions;
        }
    }
    error.mean /= static_cast<double>(std::max<std::uint64_t>(error.positions, 1));
    return error;
}

UpdateCheck check_updates(std::shared_ptr<const nnue::Network> network, std::uint64_t moves, std::uint64_t seed) {
    nnue::NnueEvaluator evaluator(network);
    Prng prng(seed);
    UpdateCheck check;
    std::uint64_t made = 0;
    const auto compare = [&](const Position& position) {
        const Score from_scratch = nnue::raw_evaluate(*network, position);
        const bool agrees = evaluator.raw_evaluate(position) == from_scratch &&
                            nnue::raw_evaluate(*network, position.flipped()) == from_scratch &&
                            nnue::raw_evaluate(*network, mirrored(position)) == from_scratch;
        ++check.compared;
        check.wrong += agrees ? 0 : 1;
    };
    while (made < moves) {
        // Half of the games are Chess960, where castling changes the board differently.
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
            // Skip about half of them, so that several updates come due at once.
            if (prng.below(2) == 0) { compare(path.back()); }
        }
    }
    return check;
}

}  // namespace skua::lab
