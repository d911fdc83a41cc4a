// The king: his shelter, and the danger he is in.
#include "eval/classical/families.h"

namespace skua::classical {

namespace {

// The pawn on a file that is nearest to a side's own first rank, if there is one.
struct NearestPawn {
    int rank = 0;      // from that side's own view, 1 to 6; 0 without a pawn
    Bitboard squares;  // the pawn's, or without a pawn those where it is missing
};

template <Color Us>
NearestPawn nearest_pawn(Bitboard pawns, Bitboard file) {
    const Bitboard on_file = pawns & file;
    if (on_file.empty()) { return {0, file}; }
    const Square pawn = Us == Color::White ? on_file.first() : on_file.last();
    return {index_of(relative_rank(Us, pawn)), pawn};
}

template <Color Us, typename Sink>
void evaluate_side_shelter(const Position& position, Sink& sink) {
    constexpr Color Them = ~Us;
    // Pawns stand on six ranks. The shelter has a value for a missing pawn, too; enemy pawns at home are not a storm.
    constexpr int PawnRanks = 6;
    constexpr int ShelterRow = PawnRanks + 1;
    constexpr int StormRow = PawnRanks - 1;
    const Square king = position.king_square(Us);
    const Bitboard ours = position.pieces(Us, PieceType::Pawn);
    const Bitboard theirs = position.pieces(Them, PieceType::Pawn);
    // Only pawns on the king's rank or ahead of it count.
    const Bitboard ahead = fill_forward<Us>(bitboard_of(rank_of(king)));
    const int centre = std::clamp(index_of(file_of(king)), 1, 6);
    for (int index = centre - 1; index <= centre + 1; ++index) {
        const File file = static_cast<File>(index);
        const int edge = edge_distance(file);
        const NearestPawn own = nearest_pawn<Us>(ours, ahead & bitboard_of(file));
        const NearestPawn enemy = nearest_pawn<Us>(theirs, ahead & bitboard_of(file));
        sink.add(Term::KingShelter, Us, {1, own.squares},
                 edge * ShelterRow + (own.rank == 0 ? PawnRanks : own.rank - 1));
        if (enemy.rank == 0) { continue; }
        if (own.rank > 0 && own.rank == enemy.rank - 1) {
            sink.add(Term::KingStormBlocked, Us, {1, enemy.squares}, enemy.rank - 2);
        } else if (enemy.rank < PawnRanks) {
            sink.add(Term::KingStorm, Us, {1, enemy.squares}, edge * StormRow + enemy.rank - 1);
        }
    }

    const Bitboard pawns = ours | theirs;
    const Bitboard file = bitboard_of(file_of(king));
    if ((file & pawns).empty()) {
        sink.add(Term::KingOpenFile, Us, king);
    } else if ((file & ours).empty()) {
        sink.add(Term::KingHalfOpenFile, Us, king);
    }
    const Bitboard beside = adjacent_files(file) & bitboard_of(Rank::R1);
    const Bitboard open_beside = beside & ~files_of(pawns);
    if (open_beside.any()) { sink.add(Term::KingNextToOpenFile, Us, {open_beside.count(), files_of(open_beside)}); }
    if ((pawns & flank_of(file_of(king))).empty()) { sink.add(Term::KingPawnlessFlank, Us, king); }
    if (ours.any() && (king_attacks(king) & ours).empty()) {
        int nearest = 7;
        for (const Square pawn : ours) { nearest = std::min(nearest, distance(king, pawn)); }
        sink.add(Term::KingPawnDistance, Us, {nearest - 1, king});
    }
}

template <Color Us, typename Sink>
void evaluate_surroundings(const Context& context, Sink& sink) {
    const Position& position = context.position;
    const Context::Side& us = context.sides[Us];
    const Bitboard near = Neighbourhoods[us.king] & context.sides[~Us].pieces;
    for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
        const int index = static_cast<int>(type) - static_cast<int>(PieceType::Knight);
        sink.add(Term::KingTropism, Us, near & position.pieces(type), index);
    }
    const Bitboard rooks = position.castling_rooks() & us.pieces;
    if (rooks.any()) { sink.add(Term::CastlingRights, Us, rooks); }
}

template <Color Us, typename Sink>
void evaluate_danger(const Context& context, Sink& sink) {
    constexpr Color Them = ~Us;
    const Position& position = context.position;
    const Context::Side& us = context.sides[Us];
    const Context::Side& them = context.sides[Them];
    if (them.ring_attackers == 0) { return; }

    // Weak squares are guarded by the king or the queen only.
    const Bitboard weak = them.attacked & ~us.attacked_twice &
                          (~us.attacked | us.attacks[PieceType::King] | us.attacks[PieceType::Queen]);
    // On safe squares an enemy piece could give check without being captured.
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
            sink.add_danger(Term::DangerSafeCheck, Us, {1, good}, index);
            if (good.more_than_one()) { sink.add_danger(Term::DangerManySafeChecks, Us, {1, good}, index); }
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
    const Bitboard open = files_beside & ~files_of(us.pawns);

    sink.add_danger(Term::DangerBase, Us, us.king);
    sink.add_danger(Term::DangerUnsafeCheck, Us, unsafe);
    sink.add_danger(Term::DangerWeakSquare, Us, us.king_ring & weak);
    sink.add_danger(Term::DangerPinned, Us, us.blockers & us.pieces);
    sink.add_danger(Term::DangerFlankAttack, Us,
                    {attacked.count() + (attacked & them.attacked_twice).count(), attacked});
    sink.add_danger(Term::DangerFlankDefence, Us, camp & us.attacked);
    sink.add_danger(Term::DangerOpenFile, Us, {(open & bitboard_of(Rank::R1)).count(), open});
    sink.add_danger(Term::DangerPawnShield, Us, us.attacks[PieceType::King] & us.pawns);
    if (position.pieces(Them, PieceType::Queen).empty()) { sink.add_danger(Term::DangerNoQueen, Us, OnceNowhere); }
    const Bitboard guarded_by_knights = us.attacks[PieceType::Knight] & us.attacks[PieceType::King];
    if (guarded_by_knights.any()) { sink.add_danger(Term::DangerKnightDefender, Us, {1, guarded_by_knights}); }
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
