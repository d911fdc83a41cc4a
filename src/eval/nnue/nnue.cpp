#include "eval/nnue/nnue.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "eval/endgame.h"
#include "eval/fifty_moves.h"
#include "eval/nnue/simd.h"

namespace skua::nnue {

namespace {

template <typename RawValue>
Score with_knowledge(const Position& position, RawValue raw_value) {
    const Color us = position.side_to_move();
    Score value = 0;
    if (const std::optional<KnownEnding> ending = known_ending(position)) {
        value = us == Color::White ? ending->value : -ending->value;
    } else {
        value = raw_value();
        if (is_fortress(position, value > 0 ? us : ~us)) { return DrawScore; }
    }
    return damp(value, position.halfmove_clock());
}

}  // namespace

Score output(const Network& network, const HiddenSums& own, const HiddenSums& other, int men) {
    const std::size_t bucket = output_bucket(men);
    SquareSum sum;
    const auto add = [&](const HiddenSums& sums, const std::array<std::int16_t, Hidden>& weights) {
        for (std::size_t i = 0; i < Hidden; i += Vector16::Size) {
            sum.add(Vector16::load(sums.values.data() + i).clipped(HiddenUnit), Vector16::load(weights.data() + i));
        }
    };
    add(own, network.output_weights[bucket][0]);
    add(other, network.output_weights[bucket][1]);
    const std::int64_t value = sum.total() / HiddenUnit + network.output_bias[bucket];
    const std::int64_t centipawns = value * OutputCentipawns / (HiddenUnit * OutputUnit);
    return static_cast<Score>(std::clamp<std::int64_t>(centipawns, -MaxEvaluation, MaxEvaluation));
}

Score raw_evaluate(const Network& network, const Position& position) {
    const Color us = position.side_to_move();
    return output(network, sum_up(network, position, us), sum_up(network, position, ~us), position.pieces().count());
}

Score raw_evaluate_without(const Network& network, const Position& position, Square square) {
    const Piece piece = position.piece_on(square);
    const auto sums_of = [&](Color side) {
        HiddenSums sums = sum_up(network, position, side);
        const bool mirrored = is_mirrored(position.king_square(side));
        const auto& row = network.input_weights[input_index(side, mirrored, piece, square)];
        for (std::size_t i = 0; i < Hidden; ++i) {
            sums.values[i] = static_cast<std::int16_t>(sums.values[i] - row[i]);
        }
        return sums;
    };
    const Color us = position.side_to_move();
    return output(network, sums_of(us), sums_of(~us), position.pieces().count() - 1);
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
