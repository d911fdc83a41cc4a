// Space: safe squares behind a side's own pawns, worth more the more pieces can use them.
#include "eval/classical/families.h"

namespace skua::classical {

namespace {

constexpr int PiecesNeeded = 10;  // on the board, kings included and pawns excluded, for space to matter

template <Color Us, typename Sink>
void evaluate_side(const Context& context, Sink& sink) {
    constexpr Color Them = ~Us;
    const Context::Side& us = context.sides[Us];
    const Context::Side& them = context.sides[Them];
    const Bitboard safe = CentreFiles & ranks(Us, 2, 4) & ~us.pawns & ~them.attacks[PieceType::Pawn];
    // Squares up to three ranks behind a pawn count twice if the enemy doesn't attack them.
    Bitboard behind = us.pawns;
    behind |= shift_forward<Them>(behind);
    behind |= shift_forward<Them>(shift_forward<Them>(behind));
    const int squares = safe.count() + (behind & safe & ~them.attacked).count();
    const int pieces = us.pieces.count();
    sink.add(Term::SpaceBehindPawns, Us, {squares * pieces * pieces / 128, safe});
}

}  // namespace

template <typename Sink>
void evaluate_space(const Context& context, Sink& sink) {
    const Bitboard pieces = context.occupied ^ context.position.pieces(PieceType::Pawn);
    if (pieces.count() < PiecesNeeded) { return; }
    evaluate_side<Color::White>(context, sink);
    evaluate_side<Color::Black>(context, sink);
}

template void evaluate_space(const Context&, SumSink&);
template void evaluate_space(const Context&, RecordingSink&);

}  // namespace skua::classical
