// Pawn structure.
#include "eval/classical/families.h"

namespace skua::classical {

namespace {

template <Color Us, typename Sink>
void evaluate_side(const Position& position, PawnFacts& facts, Sink& sink) {
    constexpr Color Them = ~Us;
    const Bitboard ours = position.pieces(Us, PieceType::Pawn);
    const Bitboard theirs = position.pieces(Them, PieceType::Pawn);

    Bitboard passed;
    for (const Square square : ours) {
        const int rank = index_of(relative_rank(Us, square));
        const int edge = edge_distance(file_of(square));
        const Bitboard front = front_of<Us>(square);
        const Bitboard file_neighbours = adjacent_files(bitboard_of(file_of(square)));
        const Bitboard neighbours = ours & file_neighbours;
        const Bitboard supporters = ours & pawn_attacks(Them, square);
        const bool has_phalanx = (neighbours & bitboard_of(rank_of(square))).any();
        const bool is_opposed = (theirs & front).any();
        const Bitboard stoppers = theirs & front_span<Us>(square);
        const Bitboard levers = theirs & pawn_attacks(Us, square);
        const Square stop = square + forward(Us);
        const bool is_doubled = (ours & front).any();

        if (is_doubled) { sink.add(Term::DoubledPawn, Us, square, edge); }
        if (supporters.any()) { sink.add(Term::SupportedPawn, Us, {supporters.count(), square}, rank - 1); }
        if (has_phalanx) { sink.add(Term::PawnPhalanx, Us, square, rank - 1); }

        bool is_weak = false;
        if (neighbours.empty()) {
            sink.add(Term::IsolatedPawn, Us, square, edge);
            is_weak = true;
        } else {
            // No pawn beside or behind it can come to protect it, and it can't safely advance to the others.
            const Bitboard level_or_behind = ~front_span<Us>(square) & file_neighbours;
            const bool can_be_stopped = theirs.contains(stop) || (theirs & pawn_attacks(Us, stop)).any();
            if ((neighbours & level_or_behind).empty() && can_be_stopped) {
                sink.add(Term::BackwardPawn, Us, square);
                is_weak = true;
            }
        }
        if (is_weak && !is_opposed) { sink.add(Term::WeakUnopposedPawn, Us, square); }
        if (supporters.empty() && levers.more_than_one()) { sink.add(Term::WeakLeverPawn, Us, square); }
        if (rank >= 4 && rank <= 5 && theirs.contains(stop)) { sink.add(Term::BlockedPawn, Us, square, rank - 4); }

        if (!is_doubled && stoppers == levers) {
            passed |= square;
        } else if (!is_doubled && !is_opposed && rank <= 5) {
            // A candidate has enough helpers to exchange the pawns that guard its way.
            const Bitboard helpers = neighbours & ~front_span<Us>(square);
            if (helpers.count() >= stoppers.count()) { sink.add(Term::CandidatePawn, Us, square, rank - 1); }
        }
    }
    facts.passed[Us] = passed;

    const Bitboard reach = fill_forward<Us>(pawn_attacks<Us>(ours));
    facts.attack_span[Us] = reach;

    // A group of files with pawns is an island; it begins where the file to the west has none.
    const Bitboard files = files_of(ours) & bitboard_of(Rank::R1);
    const int islands = (files & ~shift<Direction::East>(files)).count();
    if (islands > 1) { sink.add(Term::PawnIslands, Us, {islands - 1, ours}); }
}

}  // namespace

template <typename Sink>
void evaluate_pawns(const Position& position, PawnFacts& facts, Sink& sink) {
    Sink copy = sink;
    evaluate_side<Color::White>(position, facts, copy);
    evaluate_side<Color::Black>(position, facts, copy);
    sink.take(copy);
}

template void evaluate_pawns(const Position&, PawnFacts&, SumSink&);
template void evaluate_pawns(const Position&, PawnFacts&, RecordingSink&);

}  // namespace skua::classical
