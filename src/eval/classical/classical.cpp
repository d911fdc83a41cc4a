#include "eval/classical/classical.h"

#include <algorithm>
#include <cassert>

#include "eval/classical/families.h"
#include "eval/fifty_moves.h"
#include "eval/phase.h"

namespace skua::classical {

namespace {

// Everything that is not kept from move to move or in the cache.
template <typename Sink>
void evaluate_rest(Context& context, Sink& sink) {
    evaluate_imbalance(context.position, sink);
    evaluate_pieces(context, sink);
    evaluate_kings(context, sink);
    evaluate_passed(context, sink);
    evaluate_threats(context, sink);
    evaluate_space(context, sink);
    sink.add(Term::Tempo, context.position.side_to_move());
    evaluate_prospects(context, sink);
}

Score finish(const Sums& sums, int phase, int halfmove_clock) {
    return std::clamp(damp(blend(sums, phase), halfmove_clock), -MaxEvaluation, MaxEvaluation);
}

}  // namespace

std::string_view to_string(Family family) {
    static constexpr EnumArray<Family, std::string_view> Names{
        "Material", "Placement", "Imbalance", "Pawns",      "Passed pawns", "Pieces", "King",
        "Danger",   "Threats",   "Space",     "Complexity", "Scaling",      "Tempo"};
    return Names[family];
}

const PawnCache::Entry& PawnCache::get(const Position& position, const Weights& weights) {
    ++statistics_.probes;
    // A board without pawns has key 0, and an entry not yet used has the right value for it.
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

Analysis analyse(const Position& position, const Weights& weights) {
    Analysis analysis;
    for (const Square square : position.pieces()) {
        analysis.phase += PhaseWeights[type_of(position.piece_on(square))];
    }
    RecordingSink sink(weights, analysis.trace);
    evaluate_all(position, sink);
    analysis.sums = sink.sums;
    analysis.ending = known_ending(position);
    analysis.white = analysis.ending ? damp(analysis.ending->value, position.halfmove_clock())
                                     : finish(sink.sums, analysis.phase, position.halfmove_clock());
    return analysis;
}

ClassicalEvaluator::ClassicalEvaluator(const Weights& weights) : weights_(weights) {
    for (const PieceType type : PieceTypes) {
        for (const Color color : Colors) {
            const Piece piece = make_piece(color, type);
            for (const Square square : FullBoard) { values_[piece][square] = value_on(weights, piece, square); }
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
    for (const PlacedPiece& gone : delta.removed) { remove(next, gone); }
    for (const PlacedPiece& come : delta.added) { add(next, come); }
}

void ClassicalEvaluator::pop() {
    assert(top_ > 0);
    --top_;
}

Score ClassicalEvaluator::evaluate(const Position& position) {
    const Sum& sum = sums_[top_];
    Score white = 0;
    if (const std::optional<KnownEnding> ending = known_ending(position)) {
        white = damp(ending->value, position.halfmove_clock());
    } else {
        SumSink sink(weights_);
        const PawnCache::Entry& pawns = pawns_.get(position, weights_);
        sink.sums.linear = sum.value + pawns.total();
        Context context(position, pawns.facts);
        evaluate_rest(context, sink);
        white = finish(sink.sums, sum.phase, position.halfmove_clock());
    }
    return position.side_to_move() == Color::White ? white : -white;
}

}  // namespace skua::classical
