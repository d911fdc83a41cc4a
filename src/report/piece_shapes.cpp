#include "report/piece_shapes.h"

#include <string_view>

#include "base/enum_array.h"
#include "base/parse.h"

namespace skua {

namespace {

// In a square of 100 units: the outline, and lines within it.
struct Shape {
    std::string_view outline;
    std::string_view details;
};

constexpr EnumArray<PieceType, Shape> Shapes{
    // pawn
    Shape{"M50 18a14 14 0 0 1 9 25h7v7h-8c1 13 6 21 15 26v13H27V76c9-5 14-13 15-26h-8v-7h7a14 14 0 0 1 9-25z",
          "M30 79h40"},
    // knight
    Shape{"M33 89c0-20 19-26 18-41-7 5-13 7-19 12l-9-6c2-11 6-19 12-28l-3-14 11 8c23-1 36 17 36 46l-2 23z",
          "M40 34l4-3M30 53l3-2M54 27c11 8 15 22 14 42M36 79h40"},
    // bishop
    Shape{"M50 9a6 6 0 0 1 4 10c11 8 17 18 17 29 0 7-4 13-9 17h6v7h-8c2 4 6 6 13 7v10H27V79c7-1 11-3 "
          "13-7h-8v-7h6c-5-4-9-10-9-17 "
          "0-11 6-21 17-29a6 6 0 0 1 4-10z",
          "M50 32v18M42 41h16M38 65h24"},
    // rook
    Shape{"M25 17h13v8h7v-8h10v8h7v-8h13v20l-9 8v24l10 8v12H24V77l10-8V45l-9-8z", "M34 45h32M34 69h32"},
    // queen
    Shape{"M17 33l14 25 2-32 12 28 5-34 5 34 12-28 2 32 14-25-9 40 2 16H24l2-16z"
          "M17 33a4 4 0 1 1 .1 0M33 26a4 4 0 1 1 .1 0M50 20a4 4 0 1 1 .1 0M67 26a4 4 0 1 1 .1 0M83 33a4 4 0 1 1 .1 0",
          "M26 73c16-5 32-5 48 0M25 81h50"},
    // king
    Shape{"M46 8h8v7h7v8h-7v10c17-9 31 0 31 14 0 12-10 19-14 26v16H29V73c-4-7-14-14-14-26 0-14 14-23 31-14V23h-7v-8h7z",
          "M50 35c2 10 3 20 0 33-3-13-2-23 0-33M29 73c14-5 28-5 42 0M29 81h42"},
};

}  // namespace

std::string symbol_of(Piece piece) {
    return {color_of(piece) == Color::White ? 'w' : 'b', to_lower(to_char(type_of(piece)))};
}

std::string piece_symbols() {
    std::string text =
        "<svg class=\"symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\" focusable=\"false\"><defs>\n";
    for (const PieceType type : PieceTypes) {
        for (const Color color : Colors) {
            text += "<symbol id=\"" + symbol_of(make_piece(color, type)) + "\" viewBox=\"0 0 100 100\"><path class=\"" +
                    (color == Color::White ? "w" : "b") + "\" d=\"" + std::string(Shapes[type].outline) +
                    "\"/><path class=\"" + (color == Color::White ? "wd" : "bd") + "\" d=\"" +
                    std::string(Shapes[type].details) + "\"/></symbol>\n";
        }
    }
    return text + "</defs></svg>\n";
}

}  // namespace skua
