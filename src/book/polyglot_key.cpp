#include "book/polyglot_key.h"

#include <cstdlib>

#include "book/polyglot_numbers.h"

namespace skua::book {

namespace {

constexpr std::size_t CastlingBegin = 768;
constexpr std::size_t EnPassantBegin = 772;
constexpr std::size_t WhiteToMove = 780;

Key number(std::size_t index) { return detail::PolyglotNumbers[index]; }

// Black comes before White in the format's order of pieces.
Key piece_number(Piece piece, Square square) {
    const auto kind = static_cast<std::size_t>(type_of(piece)) * 2 + (color_of(piece) == Color::White ? 1U : 0U);
    return number(kind * 64 + static_cast<std::size_t>(index_of(square)));
}

Key castling_numbers(const Position& position) {
    Key key = 0;
    std::size_t index = CastlingBegin;
    for (const Color color : Colors) {
        for (const CastlingSide side : CastlingSides) {
            if (position.castling_rook(color, side) != Square::None) { key ^= number(index); }
            ++index;
        }
    }
    return key;
}

// The pawn that has just moved two squares, or Square::None.
Square pushed_pawn(const Game& game) {
    const Position& position = game.position();
    const Color mover = ~position.side_to_move();
    if (position.en_passant_square() != Square::None) { return position.en_passant_square() + forward(mover); }
    if (game.ply() == 0) { return Square::None; }
    const Move last = game.moves().back();
    if (last.is_none() || last.kind() != MoveKind::Normal) { return Square::None; }
    const bool is_pawn = position.piece_on(last.to()) == make_piece(mover, PieceType::Pawn);
    const int distance = std::abs(index_of(last.to()) - index_of(last.from()));
    return is_pawn && distance == 2 * static_cast<int>(Direction::North) ? last.to() : Square::None;
}

Key en_passant_number(const Game& game) {
    const Square pushed = pushed_pawn(game);
    if (pushed == Square::None) { return 0; }
    const Position& position = game.position();
    const Bitboard neighbours = shift<Direction::East>(Bitboard(pushed)) | shift<Direction::West>(Bitboard(pushed));
    const Bitboard capturers = position.pieces(position.side_to_move(), PieceType::Pawn) & neighbours;
    return capturers.any() ? number(EnPassantBegin + static_cast<std::size_t>(file_of(pushed))) : 0;
}

}  // namespace

Key polyglot_key(const Game& game) {
    const Position& position = game.position();
    Key key = castling_numbers(position) ^ en_passant_number(game);
    for (const Square square : position.pieces()) { key ^= piece_number(position.piece_on(square), square); }
    if (position.side_to_move() == Color::White) { key ^= number(WhiteToMove); }
    return key;
}

bool polyglot_knows(const Position& position) {
    for (const Color color : Colors) {
        const Rank home = relative_rank(color, Rank::R1);
        const Bitboard rooks = position.pieces(color, PieceType::Rook) & bitboard_of(home);
        for (const CastlingSide side : CastlingSides) {
            const Square rook = position.castling_rook(color, side);
            if (rook == Square::None) { continue; }
            if (rook != (side == CastlingSide::King ? rooks.last() : rooks.first())) { return false; }
        }
    }
    return true;
}

}  // namespace skua::book
