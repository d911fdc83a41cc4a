#include "report/piece_shapes.h"

#include <gtest/gtest.h>

#include "report/support.h"

namespace skua {
namespace {

TEST(PieceShapesTest, EveryPieceHasASymbol) {
    const std::string text = piece_symbols();
    expect_well_formed(text);
    EXPECT_EQ(count_of(text, "<symbol "), 12U);
    for (const PieceType type : PieceTypes) {
        for (const Color color : Colors) {
            EXPECT_EQ(count_of(text, "id=\"" + symbol_of(make_piece(color, type)) + '"'), 1U);
        }
    }
    EXPECT_EQ(symbol_of(Piece::WhiteKnight), "wn");
}

}  // namespace
}  // namespace skua
