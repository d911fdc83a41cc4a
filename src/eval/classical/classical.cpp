#include "eval/classical/classical.h"

#include <algorithm>
#include <cassert>

#include "eval/classical/families.h"
#include "eval/fifty_moves.h"
#include "eval/phase.h"

namespace skua::classical {

namespace {

// Evaluates everything that is neither updated incrementally nor in the pawn cache.
template <typename Sink>
void evaluate_rest(Context& context, Sink& sink) {
    evaluate_imbalance(context.position, sink);
    evaluate_pieces(context, sink);
    evaluate_kings(context, sink);
    evaluate_passed(context, sink);
    evaluate_threats(context, sink);
    evaluate_space(context, sink);
    sink.add(Term::Tempo, context.position.side_to_move(), OnceNowhere);
    evaluate_winnability(context, sink);
}

Score finish(const Sums& sums, int phase, int halfmove_clock) {
    return std::clamp(scale_by_fifty_moves(blend(sums, phase), halfmove_clock), -MaxEvaluation, MaxEvaluation);
}

}  // namespace

const PawnCache::Entry& PawnCache::get(const Position& position, const Weights& weights) {
    ++statistics_.probes;
    // A board without pawns has key 0, and an unused entry has the right value for it.
    Entry& entry = entries_[position.pawn_key() % Size];
    if (entry.key == position.pawn_key()) {
        ++statistics_.hits;
    } else {
        SumSink sink(weights);
        evaluate_pawns(position, entry.facts, sink);
        entry.key = position.pawn_key();
        entry.value = sink.sums.linear;
        entry.kings = EnumArray<Color, Square>(Square::None, Square::None);
    }
    for (const Color color : Colors) {
        const Square king = position.king_square(color);
        if (entry.kings[color] == king) { continue; }
        SumSink sink(weights);
        evaluate_shelter(position, color, sink);
        entry.kings[color] = king;
        entry.shelters[color] = sink.sums.linear;
    }
    return entry;
}

template <typename Sink>
void evaluate_all(const Position& position, Sink& sink) {
    evaluate_placement(position, sink);
    PawnFacts facts;
    evaluate_pawns(position, facts, sink);
    for (const Color color : Colors) { evaluate_shelter(position, color, sink); }
    Context context(position, facts);
    evaluate_rest(context, sink);
}

template void evaluate_all(const Position&, SumSink&);
template void evaluate_all(const Position&, RecordingSink&);

Breakdown break_down(const Position& position, const Weights& weights) {
    Breakdown breakdown;
    for (const Square square : position.pieces()) {
        breakdown.phase += PhaseWeights[type_of(position.piece_on(square))];
    }
    RecordingSink sink(weights, breakdown.trace);
    evaluate_all(position, sink);
    breakdown.sums = sink.sums;
    breakdown.ending = known_ending(position);
    breakdown.white = breakdown.ending ? scale_by_fifty_moves(breakdown.ending->value, position.halfmove_clock())
                                       : finish(sink.sums, breakdown.phase, position.halfmove_clock());
    return breakdown;
}

std::vector<BreakdownLine> lines_of(const Breakdown& breakdown, Family family, const Weights& weights) {
    std::vector<BreakdownLine> lines;
    for (std::size_t i = 0; i < TermTable.size(); ++i) {
        const Term term = static_cast<Term>(i);
        const TermInfo& info = TermTable[term];
        if (info.family != family) { continue; }
        BreakdownLine line{term, {}, {}, {}};
        bool occurs = false;
        for (std::size_t place = info.first; place < info.first + info.size; ++place) {
            for (const Color color : Colors) {
                const int count = breakdown.trace.counts[place][color];
                line.counts[color] += count;
                line.squares[color] |= breakdown.trace.squares[place][color];
                line.values[color] += weights[place] * count;
                occurs = occurs || count != 0;
            }
        }
        if (occurs) { lines.push_back(line); }
    }
    return lines;
}

ClassicalEvaluator::ClassicalEvaluator(const Weights& weights) : weights_(weights) {
    for (const PieceType type : PieceTypes) {
        const Bitboard squares = type == PieceType::Pawn ? ranks(Color::White, 2, 7) : FullBoard;
        for (const Color color : Colors) {
            const Piece piece = make_piece(color, type);
            for (const Square square : squares) { values_[piece][square] = value_on(weights, piece, square); }
        }
    }
}

void ClassicalEvaluator::add(Sum& sum, const PlacedPiece& placed) const {
    sum.value += values_[placed.piece][placed.square];
    sum.phase += PhaseWeights[type_of(placed.piece)];
}

void ClassicalEvaluator::remove(Sum& sum, const PlacedPiece& placed) const {
    sum.value -= values_[placed.piece][placed.square];
    sum.phase -= PhaseWeights[type_of(placed.piece)];
}

void ClassicalEvaluator::reset(const Position& root) {
    top_ = 0;
    sums_[0] = {};
    for (const Square square : root.pieces()) { add(sums_[0], {root.piece_on(square), square}); }
}

void ClassicalEvaluator::push(const BoardDelta& delta) {
    assert(top_ + 1 < sums_.size());
    Sum& next = sums_[top_ + 1];
    next = sums_[top_];
    ++top_;
    for (const PlacedPiece& removed : delta.removed) { remove(next, removed); }
    for (const PlacedPiece& added : delta.added) { add(next, added); }
}

void ClassicalEvaluator::pop() {
    assert(top_ > 0);
    --top_;
}

Score ClassicalEvaluator::evaluate(const Position& position) {
    const Sum& sum = sums_[top_];
    Score white = 0;
    if (const std::optional<KnownEnding> ending = known_ending(position)) {
        white = scale_by_fifty_moves(ending->value, position.halfmove_clock());
    } else {
        SumSink sink(weights_);
        const PawnCache::Entry& pawns = pawns_.get(position, weights_);
        sink.sums.linear = sum.value + pawns.total();
        Context context(position, pawns.facts);
        evaluate_rest(context, sink);
        white = finish(sink.sums, sum.phase, position.halfmove_clock());
    }
    return relative_score(position.side_to_move(), white);
}

}  // namespace skua::classical
