#include "chess/see.h"

namespace skua {

namespace {

// Pieces of `color` that may not capture on `target` because they are pinned, with the board occupied as given. Along
// the line of the pin they may.
Bitboard pinned_away(const Position& position, Color color, Square target, Bitboard occupied) {
    const Square king = position.king_square(color);
    const Bitboard enemies = position.pieces(~color) & occupied;
    const Bitboard snipers =
        (bishop_attacks(king, enemies) & enemies & position.pieces(PieceType::Bishop, PieceType::Queen)) |
        (rook_attacks(king, enemies) & enemies & position.pieces(PieceType::Rook, PieceType::Queen));
    Bitboard pinned;
    for (const Square sniper : snipers) {
        const Bitboard shields = between(king, sniper) & occupied;
        if (shields.any() && !shields.more_than_one()) { pinned |= shields; }
    }
    return pinned & ~line_through(king, target);
}

PieceType least_valuable(const Position& position, Bitboard pieces) {
    PieceType type = PieceType::Pawn;
    while ((pieces & position.pieces(type)).empty()) { type = static_cast<PieceType>(static_cast<int>(type) + 1); }
    return type;
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
        Bitboard takers = attackers & position.pieces(side);
        if (takers.any()) { takers &= ~pinned_away(position, side, target, occupied); }
        if (takers.empty()) { break; }

        const PieceType taker = least_valuable(position, takers);
        if (taker == PieceType::King) {
            // The king captures last, and only a piece that is not protected.
            if ((attackers & position.pieces(~side)).empty()) { side = ~side; }
            break;
        }

        occupied ^= (takers & position.pieces(taker)).first();
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
