#include "lab/training/random_walk.h"

#include <optional>

#include "chess/movegen.h"

namespace skua::lab {

namespace {

// One move in three is a capture if there is one, as in a real search tree.
std::optional<Move> random_move(const Position& position, Prng& prng) {
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

void RandomWalks::add(const GameRecord& record, std::uint32_t game, Evaluator& evaluator, Prng& prng,
                      std::vector<TrainingPosition>& positions) const {
    Position position = record.start;
    for (const MoveScore& each : record.plies) {
        position.play(each.move);
        for (int i = 0; i < count; ++i) {
            Position end = position;
            for (auto left = prng.below(static_cast<std::uint64_t>(max_moves) + 1); left > 0; --left) {
                const std::optional<Move> move = random_move(end, prng);
                if (!move) { break; }
                end.play(*move);
            }
            if (end.in_check() || !has_legal_move(end)) { continue; }
            evaluator.reset(end);
            const Score score = evaluator.evaluate(end);
            positions.push_back(
                to_training_position(end, to_white_view(end.side_to_move(), score), record.result, game));
        }
    }
}

}  // namespace skua::lab
