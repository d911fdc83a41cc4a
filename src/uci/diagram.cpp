#include "uci/diagram.h"

#include "base/parse.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/uci_move.h"

namespace skua {

std::string diagram(const Position& position, Variant variant) {
    const std::string ruler = " +---+---+---+---+---+---+---+---+\n";
    std::string text = ruler;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const Piece piece = position.piece_on(square_at(rank * 8 + file));
            text += " | ";
            text += piece == Piece::None ? ' ' : to_char(piece);
        }
        text += " | ";
        text += to_char(static_cast<Rank>(rank));
        text += '\n' + ruler;
    }
    text += "   a   b   c   d   e   f   g   h\n\n";

    const CastlingLetters letters = variant == Variant::Chess960 ? CastlingLetters::Shredder : CastlingLetters::XFen;
    text += "Fen: " + to_fen(position, letters) + '\n';
    text += "Key: " + hexadecimal(position.key()) + '\n';
    text += "Pawn key: " + hexadecimal(position.pawn_key()) + '\n';
    text += "Minor key: " + hexadecimal(position.minor_key()) + '\n';
    text += "Non-pawn keys: " + hexadecimal(position.non_pawn_key(Color::White)) + ' ' +
            hexadecimal(position.non_pawn_key(Color::Black)) + '\n';
    text += "Material key: " + hexadecimal(position.material_key()) + '\n';
    text += "Checkers:";
    for (const Square square : position.checkers()) { text += ' ' + to_string(square); }
    const MoveList moves = legal_moves(position);
    text += "\nLegal moves (" + std::to_string(moves.size()) + "):";
    for (const Move move : moves) { text += ' ' + to_uci(move, variant); }
    return text;
}

}  // namespace skua
