// Space: room behind the own pawns, worth more the more pieces want to use it.
#include "eval/classical/families.h"

namespace skua::classical {

namespace {

constexpr int OfficersNeeded = 10;  // on the board, kings included, for space to matter

template <Color Us, typename Sink>
void evaluate_side(const Context& context, Sink& sink) {
    constexpr Color Them = ~Us;
    const Context::Side& us = context.sides[Us];
    const Context::Side& them = context.sides[Them];
    const Bitboard safe = CentreFiles & ranks(Us, 2, 4) & ~us.pawns & ~them.attacks[PieceType::Pawn];
    // Squares up to three ranks behind a pawn count twice if the enemy doesn't look at them.
    Bitboard behind = us.pawns;
    behind |= shift_forward<Them>(behind);
    behind |= shift_forward<Them>(shift_forward<Them>(behind));
    const int squares = safe.count() + (behind & safe & ~them.attacked).count();
    const int men = us.pieces.count();
    sink.add(Term::SpaceBehindPawns, Us, squares * men * men / 128);
}

}  // namespace

template <typename Sink>
void evaluate_space(const Context& context, Sink& sink) {
    const Bitboard officers = context.occupied ^ context.position.pieces(PieceType::Pawn);
    if (officers.count() < OfficersNeeded) { return; }
    evaluate_side<Color::White>(context, sink);
    evaluate_side<Color::Black>(context, sink);
}

template void evaluate_space(const Context&, SumSink&);
template void evaluate_space(const Context&, RecordingSink&);

}  // namespace skua::classical
