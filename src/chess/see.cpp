#include "chess/see.h"

namespace skua {

namespace {

// May this piece of `side` not capture on `target` because it is pinned, with the board occupied as given? Along the
// line of the pin it may.
bool is_pinned_away(const Position& position, Color side, Square from, Square target, Bitboard occupied) {
    const Square king = position.king_square(side);
    const Bitboard line = line_through(king, from);
    if (line.empty() || line.contains(target)) { return false; }
    const bool straight = file_of(king) == file_of(from) || rank_of(king) == rank_of(from);
    const Bitboard sliders = line & occupied & position.pieces(~side) &
                             position.pieces(straight ? PieceType::Rook : PieceType::Bishop, PieceType::Queen);
    for (const Square sniper : sliders) {
        if ((between(king, sniper) & occupied) == Bitboard(from)) { return true; }
    }
    return false;
}

// The least valuable piece that may capture on `target`, the king last; Square::None if there is none.
Square least_valuable_taker(const Position& position, Color side, Bitboard takers, Square target, Bitboard occupied) {
    for (const PieceType type : PieceTypes) {
        const Bitboard of_type = takers & position.pieces(type);
        for (const Square from : of_type) {
            if (type == PieceType::King || !is_pinned_away(position, side, from, target, occupied)) { return from; }
        }
    }
    return Square::None;
}

}  // namespace

bool see_at_least(const Position& position, Move move, int threshold) {
    if (move.is_castling()) { return threshold <= 0; }

    const Color us = position.side_to_move();
    const Square target = move.to();
    const Piece captured = position.captured_piece(move);
    PieceType standing = type_of(position.moved_piece(move));

    // How far the side that moved last is above the threshold.
    int balance = (captured == Piece::None ? 0 : SeeValues[type_of(captured)]) - threshold;
    if (move.is_promotion()) {
        standing = move.promotion_piece();
        balance += SeeValues[standing] - SeeValues[PieceType::Pawn];
    }
    if (balance < 0) { return false; }
    // Now the worst case: the piece on the target is lost.
    balance -= SeeValues[standing];
    if (balance >= 0) { return true; }

    Bitboard occupied = (position.pieces() ^ move.from()) | target;
    if (move.is_en_passant()) { occupied ^= target - forward(us); }
    const Bitboard diagonal = position.pieces(PieceType::Bishop, PieceType::Queen);
    const Bitboard straight = position.pieces(PieceType::Rook, PieceType::Queen);
    Bitboard attackers = position.attackers_to(target, occupied) & occupied;

    // The side to capture is below the threshold as long as it does not capture; a side that can't capture loses.
    Color side = ~us;
    for (;;) {
        const Bitboard takers = attackers & position.pieces(side);
        if (takers.empty()) { break; }
        const Square from = least_valuable_taker(position, side, takers, target, occupied);
        if (from == Square::None) { break; }

        const PieceType taker = type_of(position.piece_on(from));
        if (taker == PieceType::King) {
            // The king captures last, and only a piece that is not protected.
            if ((attackers & position.pieces(~side)).empty()) { side = ~side; }
            break;
        }

        occupied ^= from;
        if (taker == PieceType::Pawn || taker == PieceType::Bishop || taker == PieceType::Queen) {
            attackers |= bishop_attacks(target, occupied) & diagonal;
        }
        if (taker == PieceType::Rook || taker == PieceType::Queen) {
            attackers |= rook_attacks(target, occupied) & straight;
        }
        attackers &= occupied;

        side = ~side;
        balance = -balance - 1 - SeeValues[taker];
        if (balance >= 0) { break; }
    }
    return side != us;
}

}  // namespace skua
