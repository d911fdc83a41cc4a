#include "cli/board_text.h"

#include <string_view>

#include "base/enum_array.h"

namespace skua::cli {

namespace {

// Filled symbols show best on coloured squares, where the colour of the text tells White from Black.
constexpr EnumArray<PieceType, std::string_view> Filled{"\u265F", "\u265E", "\u265D", "\u265C", "\u265B", "\u265A"};
constexpr EnumArray<PieceType, std::string_view> Outlined{"\u2659", "\u2658", "\u2657", "\u2656", "\u2655", "\u2654"};
// Without it some terminals show the black pawn as a picture.
constexpr std::string_view AsText = "\uFE0E";

// Colours of the palette of 256: light and dark squares, both marked or not.
std::string background(bool is_light, bool is_marked) {
    const std::string_view number = is_marked ? (is_light ? "186" : "143") : (is_light ? "180" : "137");
    return "\x1b[48;5;" + std::string(number) + 'm';
}

std::string symbol(Piece piece, BoardStyle style) {
    if (style == BoardStyle::Letters) { return {to_char(piece)}; }
    const bool is_filled = style == BoardStyle::Coloured || color_of(piece) == Color::Black;
    return std::string(is_filled ? Filled[type_of(piece)] : Outlined[type_of(piece)]) + std::string(AsText);
}

std::string square_text(Piece piece, bool is_light, bool is_marked, BoardStyle style) {
    if (style == BoardStyle::Coloured) {
        std::string text = background(is_light, is_marked);
        if (piece == Piece::None) { return text + "   "; }
        text += color_of(piece) == Color::White ? "\x1b[38;5;231m" : "\x1b[38;5;16m";
        return text + ' ' + symbol(piece, style) + ' ';
    }
    if (piece == Piece::None) { return style == BoardStyle::Letters ? " . " : " \u00B7 "; }
    return is_marked ? '[' + symbol(piece, style) + ']' : ' ' + symbol(piece, style) + ' ';
}

bool is_light(Square square) { return (index_of(file_of(square)) + index_of(rank_of(square))) % 2 == 1; }

}  // namespace

std::string board_text(const Position& position, Color view, Move last_move, BoardStyle style) {
    const bool is_white = view == Color::White;
    std::string text;
    for (int row = 0; row < 8; ++row) {
        const auto rank = static_cast<Rank>(is_white ? 7 - row : row);
        text += std::string("  ") + to_char(rank) + ' ';
        for (int column = 0; column < 8; ++column) {
            const Square square = make_square(static_cast<File>(is_white ? column : 7 - column), rank);
            const bool is_marked = !last_move.is_none() && (square == last_move.from() || square == last_move.to());
            text += square_text(position.piece_on(square), is_light(square), is_marked, style);
        }
        text += style == BoardStyle::Coloured ? "\x1b[0m\n" : "\n";
    }
    text += "    ";
    for (int column = 0; column < 8; ++column) {
        text += std::string(" ") + to_char(static_cast<File>(is_white ? column : 7 - column)) + ' ';
    }
    return text + '\n';
}

}  // namespace skua::cli
