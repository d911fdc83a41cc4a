#include "chess/see.h"

#include <gtest/gtest.h>

#include "chess/reference.h"
#include "chess/support.h"

namespace skua {
namespace {

// The exact value of an exchange: the highest threshold that is reached. The second opinion must agree.
int see(std::string_view fen, std::string_view uci) {
    const Position position = position_of(fen);
    const Move move = move_of(position, uci);
    int low = -20000;
    int high = 20000;
    EXPECT_TRUE(see_at_least(position, move, low)) << fen;
    EXPECT_FALSE(see_at_least(position, move, high)) << fen;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        (see_at_least(position, move, middle) ? low : high) = middle;
    }
    EXPECT_EQ(low, reference::exchange(reference::board_of(position), move)) << fen << " " << uci;
    return low;
}

TEST(See, QueenTakesAPawnDefendedByAPawn) { EXPECT_EQ(see("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1", "d2d5"), -800); }

TEST(See, TakesWhatNobodyDefends) {
    EXPECT_EQ(see("4k3/8/8/3p4/8/8/3Q4/4K3 w - - 0 1", "d2d5"), 100);
    EXPECT_EQ(see("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), 100);
    EXPECT_EQ(see("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"), 900);
    EXPECT_EQ(see("4k3/3q4/8/8/8/2n5/3P4/4K3 w - - 0 1", "d2c3"), 300);
}

TEST(See, EvenAndUnevenTrades) {
    EXPECT_EQ(see("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8"), 0);
    EXPECT_EQ(see("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8"), 400);
    EXPECT_EQ(see("3nk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8"), -200);
    EXPECT_EQ(see("4k3/8/4p3/3b4/8/2N5/8/4K3 w - - 0 1", "c3d5"), 0);
}

TEST(See, BothSidesMayStop) {
    // After knight takes pawn, knight takes knight, White would rather stop.
    EXPECT_EQ(see("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"), -200);
    // The defender does not take when that costs more.
    EXPECT_EQ(see("4k3/8/3q4/4p3/8/5N2/8/4R1K1 w - - 0 1", "f3e5"), 100);
}

TEST(See, SlidersBehindOthersJoinIn) {
    EXPECT_EQ(see("3r2k1/3r4/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5"), -400);
    EXPECT_EQ(see("6k1/3r4/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5"), 100);
    // Through a pawn, a bishop, a queen.
    EXPECT_EQ(see("6k1/8/4p3/3p4/2P5/1B6/8/6K1 w - - 0 1", "c4d5"), 100);
    EXPECT_EQ(see("6k1/8/4p3/3p4/8/1B6/Q7/6K1 w - - 0 1", "b3d5"), -100);
    EXPECT_EQ(see("6k1/1q6/8/3p4/8/1B6/Q7/6K1 w - - 0 1", "b3d5"), 100);
    EXPECT_EQ(see("b5k1/1q6/8/3p4/8/1B6/Q7/6K1 w - - 0 1", "b3d5"), -200);
    // A queen opens both kinds of lines.
    EXPECT_EQ(see("3r2k1/8/8/3p4/8/3Q4/3R4/6K1 w - - 0 1", "d3d5"), -300);
}

TEST(See, EnPassantTakesBesideItsSquare) {
    EXPECT_EQ(see("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);
    EXPECT_EQ(see("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 0);
    // The captured pawn opens the file for the rook behind it.
    EXPECT_EQ(see("4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6"), 100);
    EXPECT_EQ(see("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6"), 100);
    EXPECT_EQ(see("3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 0);
}

TEST(See, PromotionsGainAndRiskTheNewPiece) {
    EXPECT_EQ(see("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), 800);
    EXPECT_EQ(see("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"), 200);
    EXPECT_EQ(see("4k3/P7/1n6/8/8/8/8/4K3 w - - 0 1", "a7a8q"), -100);
    EXPECT_EQ(see("4k3/P7/1n6/8/8/8/8/4K3 w - - 0 1", "a7a8r"), -100);
    EXPECT_EQ(see("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"), 1300);
    EXPECT_EQ(see("1r2k3/P7/2n5/8/8/8/8/4K3 w - - 0 1", "a7b8q"), 400);
    EXPECT_EQ(see("1r2k3/P7/2n5/8/8/8/8/1R2K3 w - - 0 1", "a7b8q"), 700);
}

TEST(See, KingsTakeLastAndOnlyWhatIsUnprotected) {
    EXPECT_EQ(see("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2"), 100);
    EXPECT_EQ(see("8/8/4k3/3p4/8/8/3R4/3K4 w - - 0 1", "d2d5"), -400);
    EXPECT_EQ(see("8/8/4k3/3p4/8/8/3R4/3R1K2 w - - 0 1", "d2d5"), 100);
    // The knight takes first, then the rook's protector may not be answered by the king.
    EXPECT_EQ(see("8/8/2n1k3/3p4/8/8/3R4/3R1K2 w - - 0 1", "d2d5"), 100);
    EXPECT_EQ(see("8/8/4k3/2np4/8/4N3/3R4/5K2 w - - 0 1", "e3d5"), 100);
}

TEST(See, PinnedPiecesStayOut) {
    // The knight defends d5, unless it is pinned to its king.
    EXPECT_EQ(see("6k1/8/5n2/3p4/8/8/8/3R1RK1 w - - 0 1", "d1d5"), -400);
    EXPECT_EQ(see("5k2/8/5n2/3p4/8/8/8/3R1RK1 w - - 0 1", "d1d5"), 100);
    // The capturer itself gives up the pin.
    EXPECT_EQ(see("4k3/8/8/4n3/8/3pR3/8/6K1 w - - 0 1", "e3d3"), -400);
    // Along the line of the pin a piece may take.
    EXPECT_EQ(see("3k4/3r4/8/3p4/8/2N5/8/3R2K1 w - - 0 1", "c3d5"), 100);
    EXPECT_EQ(see("3k4/8/3b4/8/5p2/8/8/2KR2B1 w - - 0 1", "d1d6"), 300);
    EXPECT_EQ(see("8/2k5/3b4/4P3/8/6B1/8/6K1 w - - 0 1", "e5d6"), 300);
    // Our own pinned piece does not help.
    EXPECT_EQ(see("4r1k1/8/2p5/3p4/8/4N3/3R4/4K3 w - - 0 1", "d2d5"), -400);
}

TEST(See, QuietMovesRiskThePieceThatMoves) {
    EXPECT_EQ(see("4k3/8/2p5/8/8/8/3R4/4K3 w - - 0 1", "d2d5"), -500);
    EXPECT_EQ(see("4k3/8/2p5/8/8/8/3R4/4K3 w - - 0 1", "d2d6"), 0);
    EXPECT_EQ(see("4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1", "e3e4"), 0);
    EXPECT_EQ(see("4k3/8/8/2p1p3/8/3P4/8/4K3 w - - 0 1", "d3d4"), -100);
    EXPECT_EQ(see("4k3/8/8/2p1p3/8/2PPP3/8/4K3 w - - 0 1", "d3d4"), 0);
}

TEST(See, CastlingExchangesNothing) {
    const Position position = position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    const Move castling = Move::castling(Square::E1, Square::H1);
    EXPECT_TRUE(see_at_least(position, castling, 0));
    EXPECT_TRUE(see_at_least(position, castling, -1));
    EXPECT_FALSE(see_at_least(position, castling, 1));
}

TEST(See, IsTheSameForBlack) {
    EXPECT_EQ(see("4k3/3q4/8/8/3P4/2P5/8/4K3 b - - 0 1", "d7d4"), -800);
    EXPECT_EQ(see("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"), 100);
    EXPECT_EQ(see("4k3/8/8/8/8/8/p7/1R2K3 b - - 0 1", "a2b1q"), 1300);
}

}  // namespace
}  // namespace skua
