// Knights, bishops, rooks and queens: mobility, and good and bad squares.
#include "eval/classical/families.h"

namespace skua::classical {

namespace {

constexpr Bitboard Centre = Bitboard(Square::D4) | Square::E4 | Square::D5 | Square::E5;
constexpr Bitboard Edge = bitboard_of(File::A) | bitboard_of(File::H) | bitboard_of(Rank::R1) | bitboard_of(Rank::R8);

// Finds the squares where a pawn protects a minor piece and no enemy pawn can drive it away.
template <Color Us>
Bitboard outposts(const Context& context) {
    return ranks(Us, 4, 6) & context.sides[Us].attacks[PieceType::Pawn] & ~context.pawn_facts.attack_span[~Us];
}

template <Color Us, typename Sink>
void evaluate_outposts(const Context& context, Sink& sink) {
    constexpr Color Them = ~Us;
    const Position& position = context.position;
    const Bitboard squares = outposts<Us>(context);
    if (squares.empty()) { return; }
    const Bitboard bishops = position.pieces(Us, PieceType::Bishop) & squares;
    if (bishops.any()) { sink.add(Term::BishopOutpost, Us, bishops); }
    const Bitboard knights = position.pieces(Us, PieceType::Knight) & squares;
    if (knights.empty()) { return; }
    sink.add(Term::KnightOutpost, Us, knights);
    sink.add(Term::KnightOutpostCentral, Us, knights & CentreFiles);
    sink.add(Term::KnightOutpostSixth, Us, knights & ranks(Us, 6, 6));
    // Only a knight, or a bishop on the same colour, could be exchanged for it.
    if (position.pieces(Them, PieceType::Knight).empty()) {
        const Bitboard challengers = position.pieces(Them, PieceType::Bishop);
        Bitboard safe = knights;
        if ((challengers & LightSquares).any()) { safe &= DarkSquares; }
        if ((challengers & DarkSquares).any()) { safe &= LightSquares; }
        sink.add(Term::KnightOutpostUnchallenged, Us, safe);
    }
}

// Says whether a bishop has captured a rook pawn and can't get out any more.
template <Color Us>
bool is_trapped_bishop(const Context& context, Square square) {
    const Bitboard enemy_pawns = context.sides[~Us].pawns;
    const Square place = relative_square(Us, square);
    const auto pawn_on = [&](Square from_our_side) { return enemy_pawns.contains(relative_square(Us, from_our_side)); };
    return (place == Square::A7 && pawn_on(Square::B6)) || (place == Square::H7 && pawn_on(Square::G6)) ||
           (place == Square::A6 && pawn_on(Square::B5)) || (place == Square::H6 && pawn_on(Square::G5));
}

template <Color Us, PieceType Type>
Bitboard attacks_of(const Context& context, Square square) {
    const Position& position = context.position;
    // Pieces that move alike support each other along a line, so the attacks pass through them.
    if constexpr (Type == PieceType::Knight) { return knight_attacks(square); }
    if constexpr (Type == PieceType::Bishop) {
        return bishop_attacks(square, context.occupied ^ position.pieces(PieceType::Queen));
    }
    if constexpr (Type == PieceType::Rook) {
        return rook_attacks(
            square, context.occupied ^ position.pieces(PieceType::Queen) ^ position.pieces(Us, PieceType::Rook));
    }
    return queen_attacks(square, context.occupied);
}

template <PieceType Type>
constexpr Term MobilityTerm = Type == PieceType::Knight   ? Term::KnightMobility
                              : Type == PieceType::Bishop ? Term::BishopMobility
                              : Type == PieceType::Rook   ? Term::RookMobility
                                                          : Term::QueenMobility;

template <Color Us, PieceType Type, typename Sink>
void evaluate_type(Context& context, Sink& sink) {
    constexpr Color Them = ~Us;
    constexpr int TypeIndex = static_cast<int>(Type) - static_cast<int>(PieceType::Knight);
    const Position& position = context.position;
    Context::Side& us = context.sides[Us];
    const Context::Side& them = context.sides[Them];

    Bitboard all_attacks;
    Bitboard attacked = us.attacked;
    Bitboard attacked_twice = us.attacked_twice;
    const Bitboard outpost_squares = outposts<Us>(context);
    const Bitboard blocked = us.pawns & shift_forward<Them>(context.occupied);
    for (const Square square : position.pieces(Us, Type)) {
        Bitboard attacks = attacks_of<Us, Type>(context, square);
        if (us.blockers.contains(square)) { attacks &= line_through(us.king, square); }
        attacked_twice |= attacked & attacks;
        attacked |= attacks;
        all_attacks |= attacks;

        if ((attacks & them.king_ring).any()) {
            ++us.ring_attackers;
            sink.add_danger(Term::DangerAttacker, Them, square, TypeIndex);
            sink.add_danger(Term::DangerAttack, Them, attacks & them.attacks[PieceType::King]);
        }
        const int mobility = (attacks & us.mobility_area).count();
        sink.add(MobilityTerm<Type>, Us, square, mobility);

        if constexpr (Type == PieceType::Knight) {
            sink.add(Term::KnightKingDistance, Us, {distance(square, us.king), square});
            if (mobility == 0 && Edge.contains(square)) { sink.add(Term::KnightTrapped, Us, square); }
            if ((attacks & outpost_squares & ~us.pieces).any()) { sink.add(Term::KnightReachableOutpost, Us, square); }
        }
        if constexpr (Type == PieceType::Bishop) {
            sink.add(Term::BishopKingDistance, Us, {distance(square, us.king), square});
            const Bitboard pawns = us.pawns & same_color_squares(square);
            sink.add(Term::BishopPawns, Us, {pawns.count() * (1 + (blocked & CentreFiles).count()), pawns});
            if (2 * pawns.count() > us.pawns.count()) { sink.add(Term::BishopBad, Us, square); }
            sink.add(Term::BishopXrayPawns, Us, bishop_attacks(square, EmptyBoard) & them.pawns);
            if ((bishop_attacks(square, position.pieces(PieceType::Pawn)) & Centre).more_than_one()) {
                sink.add(Term::BishopLongDiagonal, Us, square);
            }
            if (is_trapped_bishop<Us>(context, square)) { sink.add(Term::BishopTrapped, Us, square); }
        }
        if constexpr (Type == PieceType::Rook) {
            const Bitboard file = bitboard_of(file_of(square));
            if ((file & us.pawns).empty()) {
                sink.add((file & them.pawns).empty() ? Term::RookOpenFile : Term::RookHalfOpenFile, Us, square);
            } else if (mobility <= 3 && !position.castling_rooks().contains(square)) {
                // The king shuts it in on his side of the board, and castling can't let it out.
                const int king_file = index_of(file_of(us.king));
                const int rook_file = index_of(file_of(square));
                if ((king_file < 4) == (rook_file < king_file)) { sink.add(Term::RookTrapped, Us, square); }
            }
            if ((file & position.pieces(PieceType::Queen)).any()) { sink.add(Term::RookQueenFile, Us, square); }
        }
        if constexpr (Type == PieceType::Queen) {
            const Bitboard camp = ranks(Us, 5, 7) & ~context.pawn_facts.attack_span[Them];
            if (camp.contains(square)) { sink.add(Term::QueenInfiltration, Us, square); }
            // The queen is exposed if an enemy slider attacks her as soon as one other piece moves.
            const Bitboard snipers = (bishop_attacks(square, EmptyBoard) & position.pieces(Them, PieceType::Bishop)) |
                                     (rook_attacks(square, EmptyBoard) & position.pieces(Them, PieceType::Rook));
            for (const Square sniper : snipers) {
                const Bitboard shields = between(square, sniper) & context.occupied;
                if (shields.any() && !shields.more_than_one()) {
                    sink.add(Term::QueenExposed, Us, square);
                    break;
                }
            }
        }
    }
    us.attacks[Type] = all_attacks;
    us.attacked = attacked;
    us.attacked_twice = attacked_twice;
}

template <Color Us, typename Sink>
void evaluate_side(Context& context, Sink& sink) {
    constexpr Color Them = ~Us;
    const Position& position = context.position;
    evaluate_outposts<Us>(context, sink);
    evaluate_type<Us, PieceType::Knight>(context, sink);
    evaluate_type<Us, PieceType::Bishop>(context, sink);
    evaluate_type<Us, PieceType::Rook>(context, sink);
    evaluate_type<Us, PieceType::Queen>(context, sink);

    const Bitboard minors = position.pieces(Us, PieceType::Knight, PieceType::Bishop);
    const Bitboard behind = minors & shift_forward<Them>(position.pieces(PieceType::Pawn));
    if (behind.any()) { sink.add(Term::MinorBehindPawn, Us, behind); }
    const Bitboard at_home = minors & ranks(Us, 1, 1);
    if (at_home.any()) { sink.add(Term::MinorOnBackRank, Us, at_home); }

    // On the seventh rank a rook attacks pawns, or keeps the king on the last rank.
    const Bitboard seventh = position.pieces(Us, PieceType::Rook) & ranks(Us, 7, 7);
    if (seventh.any() &&
        (ranks(Us, 8, 8).contains(context.sides[Them].king) || (context.sides[Them].pawns & ranks(Us, 7, 7)).any())) {
        sink.add(Term::RookSeventh, Us, seventh);
        if (seventh.more_than_one()) { sink.add(Term::RooksSeventh, Us, {1, seventh}); }
    }
}

}  // namespace

template <typename Sink>
void evaluate_pieces(Context& context, Sink& sink) {
    Sink copy = sink;
    evaluate_side<Color::White>(context, copy);
    evaluate_side<Color::Black>(context, copy);
    sink.take(copy);
}

template void evaluate_pieces(Context&, SumSink&);
template void evaluate_pieces(Context&, RecordingSink&);

}  // namespace skua::classical
