#include "chess/delta.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace skua {
namespace {

// "-Pe2 +Pe4": what a move takes off the board and puts on it.
std::string delta_text(std::string_view fen, std::string_view uci) {
    Position position = position_of(fen);
    const Position before = position;
    BoardDelta delta;
    position.play(move_of(before, uci), delta);

    EnumArray<Square, Piece> board = before.setup().board;
    std::string text;
    for (const PlacedPiece& removed : delta.removed) {
        text += std::string(" -") + to_char(removed.piece) + to_string(removed.square);
        EXPECT_EQ(board[removed.square], removed.piece);
        board[removed.square] = Piece::None;
    }
    for (const PlacedPiece& added : delta.added) {
        text += std::string(" +") + to_char(added.piece) + to_string(added.square);
        EXPECT_EQ(board[added.square], Piece::None);
        board[added.square] = added.piece;
    }
    EXPECT_EQ(board, position.setup().board) << fen << " " << uci;
    return text.substr(1);
}

TEST(BoardDelta, OfEveryKindOfMove) {
    EXPECT_EQ(delta_text(StartFen, "e2e4"), "-Pe2 +Pe4");
    EXPECT_EQ(delta_text("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "-Pe4 -pd5 +Pd5");
    EXPECT_EQ(delta_text("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "-Pe5 -pd5 +Pd6");
    EXPECT_EQ(delta_text("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"), "-pd4 -Pe4 +pe3");
    EXPECT_EQ(delta_text("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"), "-Pa7 +Na8");
    EXPECT_EQ(delta_text("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"), "-Pa7 -rb8 +Qb8");
    EXPECT_EQ(delta_text("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "-Ke1 -Rh1 +Kg1 +Rf1");
    EXPECT_EQ(delta_text("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8"), "-ke8 -ra8 +kc8 +rd8");
}

TEST(BoardDelta, OfChess960Castling) {
    // King and rook change places; the king stays; the rook stays.
    EXPECT_EQ(delta_text("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1"), "-Kf1 -Rg1 +Kg1 +Rf1");
    EXPECT_EQ(delta_text("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1"), "-Kg1 -Rh1 +Kg1 +Rf1");
    EXPECT_EQ(delta_text("4k3/8/8/8/8/8/8/3RK3 w Q - 0 1", "e1d1"), "-Ke1 -Rd1 +Kc1 +Rd1");
}

TEST(BoardDelta, ForgetsTheMoveBefore) {
    Position position;
    BoardDelta delta;
    position.play(move_of(position, "e2e4"), delta);
    position.play(move_of(position, "d7d5"), delta);
    position.play(move_of(position, "e4d5"), delta);
    EXPECT_EQ(delta.removed.size(), 2U);
    EXPECT_EQ(delta.added.size(), 1U);
    EXPECT_EQ(delta.added[0], (PlacedPiece{Piece::WhitePawn, Square::D5}));
    delta.clear();
    EXPECT_TRUE(delta.removed.empty() && delta.added.empty());
}

}  // namespace
}  // namespace skua
