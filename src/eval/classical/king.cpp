// The king: his shelter, and the danger he is in.
#include "eval/classical/families.h"

namespace skua::classical {

namespace {

// Of the pawns in the set, the rank (from the side's own view, 1 to 6) of the one nearest to that side; 0 without any.
template <Color Us>
int nearest_rank(Bitboard pawns) {
    if (pawns.empty()) { return 0; }
    return index_of(relative_rank(Us, Us == Color::White ? pawns.first() : pawns.last()));
}

template <Color Us, typename Sink>
void evaluate_side_shelter(const Position& position, Sink& sink) {
    constexpr Color Them = ~Us;
    constexpr int RanksOfTable = 7;
    const Square king = position.king_square(Us);
    const Bitboard ours = position.pieces(Us, PieceType::Pawn);
    const Bitboard theirs = position.pieces(Them, PieceType::Pawn);
    // From the king's rank on.
    const Bitboard ahead = fill_forward<Us>(bitboard_of(rank_of(king)));
    const int centre = std::clamp(index_of(file_of(king)), 1, 6);
    for (int index = centre - 1; index <= centre + 1; ++index) {
        const File file = static_cast<File>(index);
        const int row = edge_distance(file) * RanksOfTable;
        const int own = nearest_rank<Us>(ours & ahead & bitboard_of(file));
        const int enemy = nearest_rank<Us>(theirs & ahead & bitboard_of(file));
        sink.add(Term::KingShelter, Us, 1, row + own);
        if (own > 0 && own == enemy - 1) {
            sink.add(Term::KingStormBlocked, Us, 1, enemy);
        } else {
            sink.add(Term::KingStorm, Us, 1, row + enemy);
        }
    }

    const Bitboard pawns = ours | theirs;
    const Bitboard file = bitboard_of(file_of(king));
    if ((file & pawns).empty()) {
        sink.add(Term::KingOpenFile, Us);
    } else if ((file & ours).empty()) {
        sink.add(Term::KingHalfOpenFile, Us);
    }
    const Bitboard beside = adjacent_files(file) & bitboard_of(Rank::R1);
    const int open_beside = (beside & ~files_of(pawns)).count();
    if (open_beside > 0) { sink.add(Term::KingNextToOpenFile, Us, open_beside); }
    if ((pawns & flank_of(file_of(king))).empty()) { sink.add(Term::KingPawnlessFlank, Us); }
    if (ours.any() && (king_attacks(king) & ours).empty()) {
        int nearest = 7;
        for (const Square pawn : ours) { nearest = std::min(nearest, distance(king, pawn)); }
        sink.add(Term::KingPawnDistance, Us, nearest - 1);
    }
}

template <Color Us, typename Sink>
void evaluate_surroundings(const Context& context, Sink& sink) {
    const Position& position = context.position;
    const Context::Side& us = context.sides[Us];
    const Bitboard near = Neighbourhoods[us.king] & context.sides[~Us].pieces;
    for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
        const int index = static_cast<int>(type) - static_cast<int>(PieceType::Knight);
        sink.add(Term::KingTropism, Us, (near & position.pieces(type)).count(), index);
    }
    const int rights = (position.castling_rooks() & us.pieces).count();
    if (rights > 0) { sink.add(Term::CastlingRights, Us, rights); }
}

template <Color Us, typename Sink>
void evaluate_danger(const Context& context, Sink& sink) {
    constexpr Color Them = ~Us;
    const Position& position = context.position;
    const Context::Side& us = context.sides[Us];
    const Context::Side& them = context.sides[Them];
    if (them.ring_attackers == 0) { return; }

    // Squares that only king or queen guard.
    const Bitboard weak = them.attacked & ~us.attacked_twice &
                          (~us.attacked | us.attacks[PieceType::King] | us.attacks[PieceType::Queen]);
    // Where an enemy piece could give check without being taken.
    const Bitboard safe = ~them.pieces & (~us.attacked | (weak & them.attacked_twice));
    const Bitboard through = context.occupied ^ position.pieces(Us, PieceType::Queen);
    const Bitboard straight = rook_attacks(us.king, through);
    const Bitboard diagonal = bishop_attacks(us.king, through);

    Bitboard unsafe;
    const auto add_checks = [&](PieceType type, Bitboard lines) {
        const int index = static_cast<int>(type) - static_cast<int>(PieceType::Knight);
        const Bitboard checks = lines & them.attacks[type] & ~them.pieces;
        const Bitboard good = checks & safe;
        if (good.any()) {
            sink.add_danger(Term::DangerSafeCheck, Us, 1, index);
            if (good.more_than_one()) { sink.add_danger(Term::DangerManySafeChecks, Us, 1, index); }
        } else {
            unsafe |= checks;
        }
    };
    add_checks(PieceType::Knight, knight_attacks(us.king));
    add_checks(PieceType::Bishop, diagonal);
    add_checks(PieceType::Rook, straight);
    add_checks(PieceType::Queen, (straight | diagonal) & ~us.attacks[PieceType::Queen]);

    const Bitboard camp = flank_of(file_of(us.king)) & ranks(Us, 1, 5);
    const Bitboard attacked = camp & them.attacked;
    const Bitboard files_beside = adjacent_files(bitboard_of(file_of(us.king))) | bitboard_of(file_of(us.king));
    const int open = (files_beside & ~files_of(us.pawns) & bitboard_of(Rank::R1)).count();

    sink.add_danger(Term::DangerBase, Us);
    sink.add_danger(Term::DangerUnsafeCheck, Us, unsafe.count());
    sink.add_danger(Term::DangerWeakSquare, Us, (us.king_ring & weak).count());
    sink.add_danger(Term::DangerPinned, Us, (us.blockers & us.pieces).count());
    sink.add_danger(Term::DangerFlankAttack, Us, attacked.count() + (attacked & them.attacked_twice).count());
    sink.add_danger(Term::DangerFlankDefence, Us, (camp & us.attacked).count());
    sink.add_danger(Term::DangerOpenFile, Us, open);
    sink.add_danger(Term::DangerPawnShield, Us, (us.attacks[PieceType::King] & us.pawns).count());
    if (position.pieces(Them, PieceType::Queen).empty()) { sink.add_danger(Term::DangerNoQueen, Us); }
    if ((us.attacks[PieceType::Knight] & us.attacks[PieceType::King]).any()) {
        sink.add_danger(Term::DangerKnightDefender, Us);
    }
}

}  // namespace

template <typename Sink>
void evaluate_shelter(const Position& position, Color side, Sink& sink) {
    if (side == Color::White) {
        evaluate_side_shelter<Color::White>(position, sink);
    } else {
        evaluate_side_shelter<Color::Black>(position, sink);
    }
}

template <typename Sink>
void evaluate_kings(const Context& context, Sink& sink) {
    Sink copy = sink;
    evaluate_surroundings<Color::White>(context, copy);
    evaluate_surroundings<Color::Black>(context, copy);
    evaluate_danger<Color::White>(context, copy);
    evaluate_danger<Color::Black>(context, copy);
    sink.take(copy);
}

template void evaluate_shelter(const Position&, Color, SumSink&);
template void evaluate_shelter(const Position&, Color, RecordingSink&);
template void evaluate_kings(const Context&, SumSink&);
template void evaluate_kings(const Context&, RecordingSink&);

}  // namespace skua::classical
