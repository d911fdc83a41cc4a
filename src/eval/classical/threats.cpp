// Threats: pieces that could be won with the next move.
#include "eval/classical/families.h"

namespace skua::classical {

namespace {

template <Color Us, typename Sink>
void evaluate_side(const Context& context, Sink& sink) {
    constexpr Color Them = ~Us;
    const Position& position = context.position;
    const Context::Side& us = context.sides[Us];
    const Context::Side& them = context.sides[Them];
    const auto type_index = [&](Square square) { return static_cast<int>(type_of(position.piece_on(square))); };

    const Bitboard enemies = them.pieces ^ position.pieces(Them, PieceType::King);
    const Bitboard pieces = enemies & ~them.pawns;
    // Squares guarded by a pawn, or by two pieces while at most one attacks.
    const Bitboard well_guarded = them.attacks[PieceType::Pawn] | (them.attacked_twice & ~us.attacked_twice);
    const Bitboard weak = enemies & ~well_guarded & us.attacked;

    const Bitboard by_minors = us.attacks[PieceType::Knight] | us.attacks[PieceType::Bishop];
    for (const Square square : (weak | (pieces & well_guarded)) & by_minors) {
        sink.add(Term::ThreatByMinor, Us, square, type_index(square));
    }
    const Bitboard by_rooks = weak & us.attacks[PieceType::Rook];
    for (const Square square : by_rooks) { sink.add(Term::ThreatByRook, Us, square, type_index(square)); }
    const Bitboard by_king = weak & us.attacks[PieceType::King];
    if (by_king.any()) { sink.add(Term::ThreatByKing, Us, {1, by_king}); }
    const Bitboard hanging = weak & (~them.attacked | (pieces & us.attacked_twice));
    if (hanging.any()) { sink.add(Term::ThreatHanging, Us, hanging); }
    const Bitboard overloaded = weak & them.attacks[PieceType::Queen];
    if (overloaded.any()) { sink.add(Term::ThreatOverloaded, Us, overloaded); }
    const Bitboard restricted = them.attacked & ~well_guarded & us.attacked;
    if (restricted.any()) { sink.add(Term::ThreatRestricted, Us, restricted); }

    const Bitboard safe = ~them.attacked | us.attacked;
    for (const Square square : pawn_attacks<Us>(us.pawns & safe) & pieces) {
        sink.add(Term::ThreatByPawn, Us, square, type_index(square) - 1);
    }
    Bitboard pushes = shift_forward<Us>(us.pawns) & ~context.occupied;
    pushes |= shift_forward<Us>(pushes & ranks(Us, 3, 3)) & ~context.occupied;
    pushes &= ~them.attacks[PieceType::Pawn] & safe;
    const Bitboard pushed_at = pawn_attacks<Us>(pushes) & pieces;
    if (pushed_at.any()) { sink.add(Term::ThreatPawnPush, Us, pushed_at); }

    const Bitboard queens = position.pieces(Them, PieceType::Queen);
    if (queens.any() && !queens.more_than_one()) {
        const Square queen = queens.first();
        const Bitboard good = us.mobility_area & ~well_guarded;
        const Bitboard knights = us.attacks[PieceType::Knight] & knight_attacks(queen) & good;
        if (knights.any()) { sink.add(Term::ThreatKnightOnQueen, Us, knights); }
        const Bitboard sliders = (us.attacks[PieceType::Bishop] & bishop_attacks(queen, context.occupied)) |
                                 (us.attacks[PieceType::Rook] & rook_attacks(queen, context.occupied));
        const Bitboard supported = sliders & good & us.attacked_twice;
        if (supported.any()) { sink.add(Term::ThreatSliderOnQueen, Us, supported); }
    }
}

}  // namespace

template <typename Sink>
void evaluate_threats(const Context& context, Sink& sink) {
    Sink copy = sink;
    evaluate_side<Color::White>(context, copy);
    evaluate_side<Color::Black>(context, copy);
    sink.take(copy);
}

template void evaluate_threats(const Context&, SumSink&);
template void evaluate_threats(const Context&, RecordingSink&);

}  // namespace skua::classical
