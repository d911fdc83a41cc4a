#include "eval/classical/context.h"

namespace skua::classical {

namespace {

Bitboard ring_around(Square king) {
    // The ring of a king at the edge is that of the neighbouring square away from the edge.
    const File file = std::clamp(file_of(king), File::B, File::G);
    const Rank rank = std::clamp(rank_of(king), Rank::R2, Rank::R7);
    const Square centre = make_square(file, rank);
    return king_attacks(centre) | centre;
}

Bitboard blockers_of(const Position& position, Color side, Square king, Bitboard occupied) {
    const Bitboard diagonal = position.pieces(~side, PieceType::Bishop, PieceType::Queen);
    const Bitboard straight = position.pieces(~side, PieceType::Rook, PieceType::Queen);
    const Bitboard snipers =
        (bishop_attacks(king, EmptyBoard) & diagonal) | (rook_attacks(king, EmptyBoard) & straight);
    Bitboard blockers;
    for (const Square sniper : snipers) {
        const Bitboard shields = between(king, sniper) & occupied;
        if (shields.any() && !shields.more_than_one()) { blockers |= shields; }
    }
    return blockers;
}

template <Color Us>
void prepare(Context& context) {
    constexpr Color Them = ~Us;
    const Position& position = context.position;
    Context::Side& us = context.sides[Us];
    us.king = position.king_square(Us);
    us.pieces = position.pieces(Us);
    us.pawns = position.pieces(Us, PieceType::Pawn);
    us.blockers = blockers_of(position, Us, us.king, context.occupied);

    const Bitboard pawn_reach = pawn_attacks<Us>(us.pawns);
    const Bitboard pawn_twice = Us == Color::White
                                    ? shift<Direction::NorthEast>(us.pawns) & shift<Direction::NorthWest>(us.pawns)
                                    : shift<Direction::SouthEast>(us.pawns) & shift<Direction::SouthWest>(us.pawns);
    const Bitboard king_reach = king_attacks(us.king);
    us.attacks[PieceType::Pawn] = pawn_reach;
    us.attacks[PieceType::King] = king_reach;
    us.attacked = pawn_reach | king_reach;
    us.attacked_twice = (pawn_reach & king_reach) | pawn_twice;
    // Squares that two pawns guard are not in danger.
    us.king_ring = ring_around(us.king) & ~pawn_twice;

    const Bitboard enemy_pawns = position.pieces(Them, PieceType::Pawn);
    const Bitboard blocked = us.pawns & shift_forward<Them>(context.occupied);
    const Bitboard at_home = us.pawns & ranks(Us, 2, 3);
    us.mobility_area = ~(blocked | at_home | position.pieces(Us, PieceType::King, PieceType::Queen) | us.blockers |
                         pawn_attacks<Them>(enemy_pawns));
}

}  // namespace

Context::Context(const Position& given, const PawnFacts& facts)
    : position(given), pawn_facts(facts), occupied(given.pieces()) {
    prepare<Color::White>(*this);
    prepare<Color::Black>(*this);
}

}  // namespace skua::classical
