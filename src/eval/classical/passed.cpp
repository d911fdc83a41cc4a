// Passed pawns: how far they have come, and what can stop them.
#include "eval/classical/families.h"

namespace skua::classical {

namespace {

constexpr int FarEnough = 5;  // steps of a king beyond which it makes no difference

// Says whether the enemy king, alone, comes too late to stop the pawn.
template <Color Us>
bool is_unstoppable(const Context& context, Square pawn) {
    constexpr Color Them = ~Us;
    if ((front_of<Us>(pawn) & context.occupied).any()) { return false; }
    const Square goal = make_square(file_of(pawn), relative_rank(Us, Rank::R8));
    // A pawn on its second rank may advance two squares at once.
    const int steps = std::min(distance(pawn, goal), 5);
    const int head_start = context.position.side_to_move() == Them ? 1 : 0;
    return distance(context.sides[Them].king, goal) - head_start > steps;
}

template <Color Us, typename Sink>
void evaluate_side(const Context& context, Sink& sink) {
    constexpr Color Them = ~Us;
    const Position& position = context.position;
    const Context::Side& us = context.sides[Us];
    const Context::Side& them = context.sides[Them];
    const Bitboard passed = context.pawn_facts.passed[Us];
    const bool only_king_defends = !position.has_non_pawn_material(Them);
    Bitboard unstoppable;

    for (const Square square : passed) {
        const int row = index_of(relative_rank(Us, square)) - 1;
        const Square stop = square + forward(Us);
        const Bitboard file = bitboard_of(file_of(square));
        const Bitboard front = front_of<Us>(square);

        sink.add(Term::PassedPawn, Us, square, row);
        sink.add(Term::PassedEdge, Us, square, edge_distance(file_of(square)));
        sink.add(Term::PassedOwnKing, Us, {std::min(distance(us.king, stop), FarEnough), square}, row);
        sink.add(Term::PassedEnemyKing, Us, {std::min(distance(them.king, stop), FarEnough), square}, row);

        if (them.pieces.contains(stop)) {
            sink.add(Term::PassedBlocked, Us, square, row);
        } else if (!us.pieces.contains(stop)) {
            if (!them.attacked.contains(stop) || us.attacked.contains(stop)) {
                sink.add(Term::PassedSafeStep, Us, square, row);
            }
            if ((front & (them.attacked | context.occupied)).empty()) {
                sink.add(Term::PassedSafePath, Us, square, row);
            }
        }
        const Bitboard rank = bitboard_of(rank_of(square));
        const Bitboard near_ranks = rank | shift<Direction::North>(rank) | shift<Direction::South>(rank);
        if ((passed & adjacent_files(file) & near_ranks).any()) { sink.add(Term::PassedConnected, Us, square, row); }
        if (us.attacks[PieceType::Pawn].contains(square)) { sink.add(Term::PassedProtected, Us, square, row); }

        const Bitboard rooks = position.pieces(PieceType::Rook) & file & ~front;
        if (rooks.any()) {
            const Bitboard behind = rook_attacks(square, context.occupied) & rooks;
            const Bitboard own = behind & us.pieces;
            const Bitboard enemy = behind & them.pieces;
            if (own.any()) { sink.add(Term::PassedRookBehind, Us, {1, own | square}); }
            if (enemy.any()) { sink.add(Term::PassedEnemyRookBehind, Us, {1, enemy | square}); }
        }
        if (only_king_defends && is_unstoppable<Us>(context, square)) { unstoppable |= square; }
    }
    if (unstoppable.any()) { sink.add(Term::PassedUnstoppable, Us, {1, unstoppable}); }
}

}  // namespace

template <typename Sink>
void evaluate_passed(const Context& context, Sink& sink) {
    Sink copy = sink;
    evaluate_side<Color::White>(context, copy);
    evaluate_side<Color::Black>(context, copy);
    sink.take(copy);
}

template void evaluate_passed(const Context&, SumSink&);
template void evaluate_passed(const Context&, RecordingSink&);

}  // namespace skua::classical
