#include "eval/nnue/accumulator.h"

#include <cassert>
#include <utility>

#include "eval/nnue/simd.h"
#include "eval/score.h"

namespace skua::nnue {

namespace {

using Row = std::array<std::int16_t, Hidden>;

static_assert(Hidden % Vector16::Size == 0);

// Computes after = before + all added rows - all removed rows in one pass.
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

Accumulator refresh_accumulator(const Network& network, const Position& position, Color perspective) {
    const Square king = position.king_square(perspective);
    Accumulator accumulator{network.hidden_bias};
    for (const Square square : position.pieces()) {
        const Row& row = network.input_weights[input_index(perspective, king, position.piece_on(square), square)];
        for (std::size_t i = 0; i < Hidden; ++i) {
            accumulator.values[i] = static_cast<std::int16_t>(accumulator.values[i] + row[i]);
        }
    }
    return accumulator;
}

AccumulatorStack::AccumulatorStack(std::shared_ptr<const Network> network)
    : network_(std::move(network)), entries_(MaxPly + 8) {
    for (auto& groups : cache_) {
        for (CacheEntry& entry : groups) { entry.accumulator.values = network_->hidden_bias; }
    }
}

void AccumulatorStack::reset() {
    top_ = 0;
    // The root has no predecessor to be updated from.
    for (const Color perspective : Colors) {
        entries_[0].computed[perspective] = false;
        entries_[0].needs_refresh[perspective] = true;
    }
}

void AccumulatorStack::push(const BoardDelta& delta) {
    assert(top_ + 1 < entries_.size());
    Entry& entry = entries_[++top_];
    entry.delta = delta;
    for (const Color perspective : Colors) {
        entry.computed[perspective] = false;
        entry.needs_refresh[perspective] = false;
    }
    for (const PlacedPiece& from : delta.removed) {
        if (type_of(from.piece) != PieceType::King) { continue; }
        for (const PlacedPiece& to : delta.added) {
            const Color color = color_of(from.piece);
            if (to.piece == from.piece && king_group(color, to.square) != king_group(color, from.square)) {
                entry.needs_refresh[color] = true;
            }
        }
    }
}

void AccumulatorStack::pop() {
    assert(top_ > 0);
    --top_;
}

const Accumulator& AccumulatorStack::get(const Position& position, Color perspective) {
    std::size_t known = top_;
    while (!entries_[known].computed[perspective] && !entries_[known].needs_refresh[perspective]) { --known; }
    if (!entries_[known].computed[perspective]) {
        // The king changed its group since the last computed accumulator: rebuild from the accumulator cache.
        refresh_from_cache(position, perspective, entries_[top_].accumulators[perspective]);
    } else {
        const Square king = position.king_square(perspective);
        for (; known < top_; ++known) {
            Entry& next = entries_[known + 1];
            update(entries_[known].accumulators[perspective], next.delta, perspective, king,
                   next.accumulators[perspective]);
            next.computed[perspective] = true;
        }
    }
    entries_[top_].computed[perspective] = true;
    return entries_[top_].accumulators[perspective];
}

void AccumulatorStack::update(const Accumulator& before, const BoardDelta& delta, Color perspective, Square king,
                              Accumulator& after) const {
    const auto row = [&](const PlacedPiece& placed) {
        return &network_->input_weights[input_index(perspective, king, placed.piece, placed.square)];
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

void AccumulatorStack::refresh_from_cache(const Position& position, Color perspective, Accumulator& accumulator) {
    const Square king = position.king_square(perspective);
    CacheEntry& cached = cache_[perspective][king_group(perspective, king)];
    std::array<std::int16_t, Hidden>& values = cached.accumulator.values;
    for (const PieceType type : PieceTypes) {
        for (const Color color : Colors) {
            const Piece piece = make_piece(color, type);
            const Bitboard now = position.pieces(color, type);
            const Bitboard before = std::exchange(cached.pieces[piece], now);
            const auto row = [&](Square square) {
                return &network_->input_weights[input_index(perspective, king, piece, square)];
            };
            for (const Square square : now & ~before) { combine<1, 0>(values, {row(square)}, {}, values); }
            for (const Square square : before & ~now) { combine<0, 1>(values, {}, {row(square)}, values); }
        }
    }
    accumulator = cached.accumulator;
}

}  // namespace skua::nnue
