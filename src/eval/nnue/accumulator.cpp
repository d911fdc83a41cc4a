#include "eval/nnue/accumulator.h"

#include <cassert>
#include <utility>

#include "eval/nnue/simd.h"
#include "eval/score.h"

namespace skua::nnue {

namespace {

using Row = std::array<std::int16_t, Hidden>;

static_assert(Hidden % Vector16::Size == 0);

// after = before + all added rows - all removed rows, in one pass.
template <std::size_t Added, std::size_t Removed>
void combine(const Row& before, const std::array<const Row*, Added>& added,
             const std::array<const Row*, Removed>& removed, Row& after) {
    for (std::size_t i = 0; i < Hidden; i += Vector16::Size) {
        Vector16 sum = Vector16::load(before.data() + i);
        for (const Row* row : added) { sum = sum + Vector16::load(row->data() + i); }
        for (const Row* row : removed) { sum = sum - Vector16::load(row->data() + i); }
        sum.store(after.data() + i);
    }
}

}  // namespace

HiddenSums sum_up(const Network& network, const Position& position, Color side) {
    const bool mirrored = is_mirrored(position.king_square(side));
    HiddenSums sums{network.hidden_bias};
    for (const Square square : position.pieces()) {
        const Row& row = network.input_weights[input_index(side, mirrored, position.piece_on(square), square)];
        for (std::size_t i = 0; i < Hidden; ++i) {
            sums.values[i] = static_cast<std::int16_t>(sums.values[i] + row[i]);
        }
    }
    return sums;
}

AccumulatorStack::AccumulatorStack(std::shared_ptr<const Network> network)
    : network_(std::move(network)), steps_(MaxPly + 8) {
    for (auto& halves : memories_) {
        for (Memory& memory : halves) { memory.sums.values = network_->hidden_bias; }
    }
}

void AccumulatorStack::reset() {
    top_ = 0;
    // The root has no step before it to be made from.
    for (const Color side : Colors) {
        steps_[0].ready[side] = false;
        steps_[0].turned[side] = true;
    }
}

void AccumulatorStack::push(const BoardDelta& delta) {
    assert(top_ + 1 < steps_.size());
    Step& step = steps_[++top_];
    step.delta = delta;
    for (const Color side : Colors) {
        step.ready[side] = false;
        step.turned[side] = false;
    }
    for (const PlacedPiece& gone : delta.removed) {
        if (type_of(gone.piece) != PieceType::King) { continue; }
        for (const PlacedPiece& come : delta.added) {
            if (come.piece == gone.piece && is_mirrored(come.square) != is_mirrored(gone.square)) {
                step.turned[color_of(gone.piece)] = true;
            }
        }
    }
}

void AccumulatorStack::pop() {
    assert(top_ > 0);
    --top_;
}

const HiddenSums& AccumulatorStack::get(const Position& position, Color side) {
    std::size_t known = top_;
    while (!steps_[known].ready[side] && !steps_[known].turned[side]) { --known; }
    if (!steps_[known].ready[side]) {
        // From there on nothing can be used: this board is made from the last one like it.
        refresh(position, side, steps_[top_].sums[side]);
    } else {
        const bool mirrored = is_mirrored(position.king_square(side));
        for (; known < top_; ++known) {
            apply(steps_[known].sums[side], steps_[known + 1].delta, side, mirrored, steps_[known + 1].sums[side]);
            steps_[known + 1].ready[side] = true;
        }
    }
    steps_[top_].ready[side] = true;
    return steps_[top_].sums[side];
}

void AccumulatorStack::apply(const HiddenSums& before, const BoardDelta& delta, Color side, bool mirrored,
                             HiddenSums& after) const {
    const auto row = [&](const PlacedPiece& placed) {
        return &network_->input_weights[input_index(side, mirrored, placed.piece, placed.square)];
    };
    const auto& added = delta.added;
    const auto& removed = delta.removed;
    if (added.size() == 1 && removed.size() == 1) {
        combine<1, 1>(before.values, {row(added[0])}, {row(removed[0])}, after.values);
    } else if (added.size() == 1 && removed.size() == 2) {
        combine<1, 2>(before.values, {row(added[0])}, {row(removed[0]), row(removed[1])}, after.values);
    } else {
        assert(added.size() == 2 && removed.size() == 2);
        combine<2, 2>(before.values, {row(added[0]), row(added[1])}, {row(removed[0]), row(removed[1])}, after.values);
    }
}

void AccumulatorStack::refresh(const Position& position, Color side, HiddenSums& sums) {
    const bool mirrored = is_mirrored(position.king_square(side));
    Memory& memory = memories_[side][mirrored ? 1 : 0];
    for (const PieceType type : PieceTypes) {
        for (const Color color : Colors) {
            const Piece piece = make_piece(color, type);
            const Bitboard now = position.pieces(color, type);
            const Bitboard before = std::exchange(memory.pieces[piece], now);
            const auto row = [&](Square square) {
                return &network_->input_weights[input_index(side, mirrored, piece, square)];
            };
            for (const Square square : now & ~before) {
                combine<1, 0>(memory.sums.values, {row(square)}, {}, memory.sums.values);
            }
            for (const Square square : before & ~now) {
                combine<0, 1>(memory.sums.values, {}, {row(square)}, memory.sums.values);
            }
        }
    }
    sums = memory.sums;
}

}  // namespace skua::nnue
