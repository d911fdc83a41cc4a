#include "eval/nnue/nnue.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "eval/endgame.h"
#include "eval/fifty_moves.h"
#include "eval/nnue/simd.h"

namespace skua::nnue {

namespace {

// A value of this size has decided the game; what lies beyond it counts a tenth. There the values of related positions
// differ by hundreds of centipawns, and margins of the search that fit an open game would prune the way to the mate. Of
// the 300 mates in lab/suites it finds 195 instead of 162 with 100,000 nodes. Worth 5 +- 13 Elo (1,350 games at 25,000
// nodes a move, 2026-11-18; docs/experiments).
constexpr Score Decided = 1000;
constexpr int BeyondDivisor = 10;

Score compress_beyond_decided(Score value) {
    if (value > Decided) { return Decided + (value - Decided) / BeyondDivisor; }
    if (value < -Decided) { return -Decided + (value + Decided) / BeyondDivisor; }
    return value;
}

// Adds to the network's value what no network sees: known endings, fortresses, and the fifty-move rule.
template <typename RawValue>
Score with_knowledge(const Position& position, RawValue raw_value) {
    const Color us = position.side_to_move();
    Score value = 0;
    if (const std::optional<KnownEnding> ending = known_ending(position)) {
        value = relative_score(us, ending->value);
    } else {
        value = raw_value();
        if (is_fortress(position, value > 0 ? us : ~us)) { return DrawScore; }
    }
    return scale_by_fifty_moves(compress_beyond_decided(value), position.halfmove_clock());
}

}  // namespace

Score output(const Network& network, const Accumulator& own, const Accumulator& other, int piece_count) {
    const std::size_t bucket = output_bucket(piece_count);
    ScreluSum sum;
    const auto add = [&](const Accumulator& accumulator, const std::array<std::int16_t, Hidden>& weights) {
        for (std::size_t i = 0; i < Hidden; i += Vector16::Size) {
            sum.add(Vector16::load(accumulator.values.data() + i).clipped(QA), Vector16::load(weights.data() + i));
        }
    };
    add(own, network.output_weights[bucket][0]);
    add(other, network.output_weights[bucket][1]);
    // The sum has the factor QA * QA * QB, the bias QA * QB.
    const std::int64_t value = sum.total() / QA + network.output_bias[bucket];
    const std::int64_t centipawns = value * EvalScale / (QA * QB);
    return static_cast<Score>(std::clamp<std::int64_t>(centipawns, -MaxEvaluation, MaxEvaluation));
}

Score raw_evaluate(const Network& network, const Position& position) {
    const Color us = position.side_to_move();
    return output(network, refresh_accumulator(network, position, us), refresh_accumulator(network, position, ~us),
                  position.pieces().count());
}

Score raw_evaluate_without(const Network& network, const Position& position, Square square) {
    const Piece piece = position.piece_on(square);
    const auto accumulator_of = [&](Color perspective) {
        Accumulator accumulator = refresh_accumulator(network, position, perspective);
        const Square king = position.king_square(perspective);
        const auto& row = network.input_weights[input_index(perspective, king, piece, square)];
        for (std::size_t i = 0; i < Hidden; ++i) {
            accumulator.values[i] = static_cast<std::int16_t>(accumulator.values[i] - row[i]);
        }
        return accumulator;
    };
    const Color us = position.side_to_move();
    return output(network, accumulator_of(us), accumulator_of(~us), position.pieces().count() - 1);
}

Score evaluate(const Network& network, const Position& position) {
    return with_knowledge(position, [&] { return raw_evaluate(network, position); });
}

NnueEvaluator::NnueEvaluator(std::shared_ptr<const Network> network) : network_(network), stack_(std::move(network)) {
    stack_.reset();
}

void NnueEvaluator::reset(const Position&) { stack_.reset(); }

void NnueEvaluator::push(const BoardDelta& delta) { stack_.push(delta); }

void NnueEvaluator::pop() { stack_.pop(); }

Score NnueEvaluator::evaluate(const Position& position) {
    return with_knowledge(position, [&] { return raw_evaluate(position); });
}

Score NnueEvaluator::raw_evaluate(const Position& position) {
    const Color us = position.side_to_move();
    return output(*network_, stack_.get(position, us), stack_.get(position, ~us), position.pieces().count());
}

}  // namespace skua::nnue
