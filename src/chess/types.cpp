#include "chess/types.h"

#include "base/parse.h"

namespace skua {

namespace {
constexpr std::string_view PieceLetters = "PpNnBbRrQqKk";
}

char to_char(Piece piece) {
    assert(piece != Piece::None);
    return PieceLetters[static_cast<std::size_t>(piece)];
}

char to_char(PieceType type) { return to_char(make_piece(Color::White, type)); }

Piece piece_from_char(char letter) {
    const std::size_t index = PieceLetters.find(letter);
    return index == std::string_view::npos ? Piece::None : static_cast<Piece>(index);
}

PieceType piece_type_from_char(char letter) { return type_of(piece_from_char(letter)); }

char to_char(File file) { return static_cast<char>('a' + index_of(file)); }
char to_char(Rank rank) { return static_cast<char>('1' + index_of(rank)); }

std::string to_string(Square square) {
    if (square == Square::None) { return "-"; }
    return {to_char(file_of(square)), to_char(rank_of(square))};
}

std::optional<Square> square_from_string(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') { return std::nullopt; }
    return make_square(static_cast<File>(text[0] - 'a'), static_cast<Rank>(text[1] - '1'));
}

}  // namespace skua
