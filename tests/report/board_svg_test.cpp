#include "report/board_svg.h"

#include <gtest/gtest.h>

#include "report/support.h"

namespace skua {
namespace {

TEST(BoardSvgTest, ShowsEveryPieceWhereItIs) {
    const Position position = position_of("4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1");
    const std::string white = board_svg(position, Color::White, {});
    expect_well_formed(white);
    EXPECT_EQ(count_of(white, "<use "), 4U);
    EXPECT_EQ(count_of(white, "<use href=\"#wr\" x=\"0\" y=\"700\""), 1U);
    EXPECT_EQ(count_of(white, "<use href=\"#bk\" x=\"400\" y=\"0\""), 1U);
    const std::string black = board_svg(position, Color::Black, {});
    EXPECT_EQ(count_of(black, "<use href=\"#wr\" x=\"700\" y=\"0\""), 1U);
    EXPECT_EQ(count_of(white, "class=\"played\""), 0U);
}

TEST(BoardSvgTest, DrawsArrows) {
    const Position position = position_of("4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1");
    const Move castling = Move::castling(Square::E1, Square::A1);
    const std::string text = board_svg(position, Color::White, {castling, Move::normal(Square::A2, Square::A4)});
    expect_well_formed(text);
    EXPECT_EQ(count_of(text, "class=\"played\""), 1U);
    EXPECT_EQ(count_of(text, "class=\"best\""), 1U);
    EXPECT_NE(text.find("class=\"played tip\" d=\"M258 750"), std::string::npos) << "the king goes to c1: " << text;
}

TEST(BoardSvgTest, TellsThePositionInWords) {
    EXPECT_EQ(position_words(position_of("4k3/8/8/8/8/8/PP6/R3K3 w Q - 0 1")),
              "White: king e1, rook a1, pawns a2 b2. Black: king e8. White to move.");
}

}  // namespace
}  // namespace skua
