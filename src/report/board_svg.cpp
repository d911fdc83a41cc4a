#include "report/board_svg.h"

#include <cmath>

#include "report/html.h"
#include "report/piece_shapes.h"

namespace skua {

namespace {

constexpr int SquareSize = 100;

struct Point {
    double x = 0;
    double y = 0;
};

// The upper left corner of a square.
Point corner_of(Square square, Color view) {
    const int file = index_of(file_of(square));
    const int rank = index_of(rank_of(square));
    const bool is_white = view == Color::White;
    return {static_cast<double>((is_white ? file : 7 - file) * SquareSize),
            static_cast<double>((is_white ? 7 - rank : rank) * SquareSize)};
}

std::string number(double value) { return std::to_string(std::lround(value)); }

std::string squares() {
    std::string dark;
    for (int row = 0; row < 8; ++row) {
        for (int column = 1 - row % 2; column < 8; column += 2) {
            dark +=
                'M' + std::to_string(column * SquareSize) + ' ' + std::to_string(row * SquareSize) + "h100v100h-100z";
        }
    }
    return "<rect class=\"ls\" width=\"800\" height=\"800\"/><path class=\"ds\" d=\"" + dark + "\"/>";
}

std::string coordinates(Color view) {
    std::string text = "<g class=\"co\">";
    for (int i = 0; i < 8; ++i) {
        const int index = view == Color::White ? i : 7 - i;
        text += "<text x=\"" + std::to_string(i * SquareSize + 94) + "\" y=\"793\" text-anchor=\"end\">" +
                to_char(static_cast<File>(index)) + "</text>";
        text += "<text x=\"5\" y=\"" + std::to_string(i * SquareSize + 24) + "\">" +
                to_char(static_cast<Rank>(7 - index)) + "</text>";
    }
    return text + "</g>";
}

std::string pieces(const Position& position, Color view) {
    std::string text;
    for (const Square square : position.pieces()) {
        const Point corner = corner_of(square, view);
        text += "<use href=\"#" + symbol_of(position.piece_on(square)) + "\" x=\"" + number(corner.x) + "\" y=\"" +
                number(corner.y) + "\" width=\"100\" height=\"100\"/>";
    }
    return text;
}

// The king's way in castling; our moves are written as king takes rook.
Square target_of(Move move) {
    if (!move.is_castling()) { return move.to(); }
    const bool is_king_side = file_of(move.to()) > file_of(move.from());
    return make_square(is_king_side ? File::G : File::C, rank_of(move.from()));
}

std::string arrow(Move move, Color view, const std::string& style) {
    if (move.is_none()) { return ""; }
    constexpr double Half = SquareSize / 2.0;
    const Point from = corner_of(move.from(), view);
    const Point to = corner_of(target_of(move), view);
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length == 0) { return ""; }
    // One unit along the arrow, and one to its side.
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const Point side{-along.y, along.x};
    const auto point = [&](double forward, double aside) {
        return number(from.x + Half + forward * along.x + aside * side.x) + ' ' +
               number(from.y + Half + forward * along.y + aside * side.y);
    };
    const double tip = length - 8;
    return "<path class=\"" + style + "\" d=\"M" + point(30, 0) + 'L' + point(tip - 34, 0) + "\"/><path class=\"" +
           style + " tip\" d=\"M" + point(tip, 0) + 'L' + point(tip - 40, 24) + 'L' + point(tip - 40, -24) + "z\"/>";
}

}  // namespace

std::string position_words(const Position& position) {
    static constexpr EnumArray<PieceType, std::string_view> Names{"pawn", "knight", "bishop", "rook", "queen", "king"};
    std::string text;
    for (const Color color : Colors) {
        text += color == Color::White ? "White:" : " Black:";
        bool is_first = true;
        for (auto type = PieceTypes.rbegin(); type != PieceTypes.rend(); ++type) {
            const Bitboard these = position.pieces(color, *type);
            if (these.empty()) { continue; }
            text += (is_first ? " " : ", ") + std::string(Names[*type]) + (these.count() > 1 ? "s" : "");
            for (const Square square : these) { text += ' ' + to_string(square); }
            is_first = false;
        }
        text += '.';
    }
    return text + (position.side_to_move() == Color::White ? " White to move." : " Black to move.");
}

std::string board_svg(const Position& position, Color view, const BoardMarks& marks) {
    return "<svg class=\"board\" viewBox=\"0 0 800 800\" role=\"img\" aria-label=\"" + html(position_words(position)) +
           "\">" + squares() + coordinates(view) + pieces(position, view) + arrow(marks.best, view, "best") +
           arrow(marks.played, view, "played") + "</svg>";
}

}  // namespace skua
