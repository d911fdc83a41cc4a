#include "lab/proof/exchange.h"

#include <algorithm>

#include "chess/movegen.h"
#include "lab/proof/naive_board.h"

namespace skua::lab::proof {

int gain_of(const Position& position, Move move) {
    int gain = 0;
    if (const Piece taken = position.captured_piece(move); taken != Piece::None) { gain += worth_of(type_of(taken)); }
    if (move.is_promotion()) { gain += worth_of(move.promotion_piece()) - worth_of(PieceType::Pawn); }
    return gain;
}

int exchange_on(const Position& position, Square square) {
    int best = 0;
    for (const Move move : legal_moves(position)) {
        if (move.to() != square || move.is_castling() || !position.is_capture(move)) { continue; }
        Position after = position;
        after.play(move);
        best = std::max(best, gain_of(position, move) - exchange_on(after, square));
    }
    return best;
}

int best_exchange(const Position& position) {
    int best = 0;
    for (const Move move : legal_moves(position)) {
        if (move.is_castling() || gain_of(position, move) <= best) { continue; }
        Position after = position;
        after.play(move);
        best = std::max(best, gain_of(position, move) - exchange_on(after, move.to()));
    }
    return best;
}

int best_exchange_of(const Position& position, Color side) {
    if (position.side_to_move() == side) { return best_exchange(position); }
    if (position.in_check()) { return 0; }
    Position passed = position;
    passed.play_null();
    return best_exchange(passed);
}

}  // namespace skua::lab::proof
