#include "chess/uci_move.h"

#include <optional>

#include "base/parse.h"

namespace skua {

std::string to_uci(Move move, Variant variant) {
    if (move.is_none()) { return "0000"; }
    Square to = move.to();
    if (move.is_castling() && variant == Variant::Standard) {
        const Color color = rank_of(move.from()) == Rank::R1 ? Color::White : Color::Black;
        to = castled_king_square(color, to > move.from() ? CastlingSide::King : CastlingSide::Queen);
    }
    std::string text = to_string(move.from()) + to_string(to);
    if (move.is_promotion()) { text += to_lower(to_char(move.promotion_piece())); }
    return text;
}

Result<Move> parse_uci_move(const Position& position, std::string_view text) {
    if (text.size() != 4 && text.size() != 5) { return Error{in_quotes(text) + " is not a move like e2e4 or e7e8q"}; }
    const std::optional<Square> from = square_from_string(text.substr(0, 2));
    const std::optional<Square> to = square_from_string(text.substr(2, 2));
    if (!from || !to) { return Error{in_quotes(text) + " is not a move like e2e4 or e7e8q"}; }

    if (text.size() == 5) {
        const PieceType piece = piece_type_from_char(text[4]);
        if (piece < PieceType::Knight || piece > PieceType::Queen) {
            return Error{in_quotes(text) + " does not promote to a piece"};
        }
        const Move move = Move::promotion(*from, *to, piece);
        if (position.is_legal(move)) { return move; }
        return Error{in_quotes(text) + " is not legal here"};
    }

    for (const Move move : {Move::normal(*from, *to), Move::en_passant(*from, *to), Move::castling(*from, *to)}) {
        if (position.is_legal(move)) { return move; }
    }
    // Castling written as the king's own step.
    const Color us = position.side_to_move();
    if (*from == position.king_square(us)) {
        for (const CastlingSide side : CastlingSides) {
            if (*to == castled_king_square(us, side) && position.can_castle(side)) {
                return Move::castling(*from, position.castling_rook(us, side));
            }
        }
    }
    return Error{in_quotes(text) + " is not legal here"};
}

}  // namespace skua
