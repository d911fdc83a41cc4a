#include "chess/movegen.h"

#include <gtest/gtest.h>

#include "chess/reference.h"
#include "chess/support.h"

namespace skua {
namespace {

std::string stage_text(std::string_view fen, MoveStage stage) {
    MoveList moves;
    generate_moves(position_of(fen), stage, moves);
    return text_of(moves);
}

TEST(Movegen, TwentyMovesAtTheStart) {
    EXPECT_EQ(moves_of(StartFen),
              "a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g1f3 g1h3 g2g3 g2g4 h2h3 h2h4");
    EXPECT_EQ(count_legal_moves(Position()), 20);
    EXPECT_TRUE(has_legal_move(Position()));
}

TEST(Movegen, MostMovesPossible) {
    const Position position = position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    EXPECT_EQ(legal_moves(position).size(), 218U);
    EXPECT_EQ(count_legal_moves(position), 218);
}

TEST(Movegen, NoMovesAtTheEnd) {
    for (const std::string_view fen : {"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}) {
        EXPECT_EQ(moves_of(fen), "");
        EXPECT_EQ(count_legal_moves(position_of(fen)), 0);
        EXPECT_FALSE(has_legal_move(position_of(fen)));
    }
}

// Positions of real games in which other programs played an illegal move: a king stepped back on the line of its
// checker.
TEST(Movegen, KingsDoNotHideBehindThemselves) {
    EXPECT_EQ(moves_of("r2N1b2/2p2kp1/p2p3r/1p1QP1B1/1n4Bp/5N2/PPP2PPP/R3R1K1 b - - 0 14"), "f7e8 f7g6");
    EXPECT_EQ(moves_from("8/1k6/2rN4/8/8/8/1R4K1/8 b - - 4 62", Square::B7), "b7a6 b7a7 b7a8 b7c7");
    EXPECT_EQ(moves_of("8/1k6/2rN4/8/8/8/1R4K1/8 b - - 4 62"), "b7a6 b7a7 b7a8 b7c7");
    EXPECT_EQ(moves_of("5r2/p2R2N1/1qp1k3/1p6/4b3/1Pn1P2Q/4B1PP/6K1 b - - 0 23"), "e6e5 e6f6");
    EXPECT_EQ(moves_of("4Q3/3k2R1/3N3p/2p4P/p2p1P2/8/1K6/3rn3 b - - 0 48"), "d7d6");
    EXPECT_EQ(moves_of("8/R4k2/8/4N3/8/6K1/8/8 b - - 2 50"), "f7e6 f7e8 f7f6 f7f8 f7g8");
    EXPECT_EQ(moves_of("1k2r3/p7/4p1p1/4P2p/7P/P5PR/q2K1P2/2q1R3 w - - 0 37"), "d2c1 d2d3");
    EXPECT_EQ(moves_of("r2B4/1R4pp/pk6/N7/8/8/p4PPP/6K1 b - - 4 31"), "b6c5");
    EXPECT_EQ(moves_of("8/2N3p1/4Q1B1/1p2R2p/4kq2/8/PP4P1/7K b - - 0 28"), "e4d4");
}

TEST(Movegen, KingsFleeFromOneSlider) {
    EXPECT_EQ(moves_of("k7/8/8/8/8/8/8/R6K b - - 0 1"), "a8b7 a8b8");
    EXPECT_EQ(moves_of("8/8/8/8/8/2k5/8/B6K b - - 0 1"), "c3b3 c3b4 c3c2 c3c4 c3d2 c3d3");
    EXPECT_EQ(count_legal_moves(position_of("8/8/8/8/8/2k5/8/B6K b - - 0 1")), 6);
}

TEST(Movegen, ChecksAreTakenBlockedOrFled) {
    // Rook e8 checks: the bishop takes it, knight and pawn step in between, the king leaves the file.
    EXPECT_EQ(moves_of("k3r3/8/8/8/B7/8/3P1N2/4K3 w - - 0 1"), "a4e8 e1d1 e1f1 f2e4");
    EXPECT_EQ(moves_of("4k3/8/8/8/8/5n2/8/4K3 w - - 0 1"), "e1d1 e1e2 e1f1 e1f2") << "a knight can't be blocked";
    // Double check: only the king moves, though the rook could take either checker.
    EXPECT_EQ(moves_of("4r1k1/8/8/8/8/5n2/8/R3K2R w KQ - 0 1"), "e1d1 e1f1 e1f2");
    // A pinned piece does not help.
    EXPECT_EQ(moves_of("k3r3/8/8/8/1b6/8/3B4/4K3 w - - 0 1"), "e1d1 e1f1 e1f2");
}

TEST(Movegen, PinnedPiecesStayOnTheirLine) {
    EXPECT_EQ(moves_from("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", Square::E2), "e2e3 e2e4 e2e5 e2e6 e2e7 e2e8");
    EXPECT_EQ(moves_from("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", Square::E2), "");
    EXPECT_EQ(moves_from("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", Square::E2), "");
    EXPECT_EQ(moves_from("4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1", Square::E2), "e2e3 e2e4") << "no capture off the line";
    EXPECT_EQ(moves_from("6k1/8/8/8/1b6/8/3P4/4K3 w - - 0 1", Square::D2), "");
    EXPECT_EQ(moves_from("6k1/8/8/8/8/2b5/3P4/4K3 w - - 0 1", Square::D2), "d2c3") << "the pinning piece may be taken";
    EXPECT_EQ(moves_from("6k1/8/8/8/7q/8/5Q2/4K3 w - - 0 1", Square::F2), "f2g3 f2h4");
    EXPECT_EQ(moves_from("8/8/8/8/8/8/8/r2QK2k w - - 0 1", Square::D1), "d1a1 d1b1 d1c1");
}

TEST(Movegen, PawnsMoveAsTheyShould) {
    EXPECT_EQ(moves_from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Square::E2), "e2e3 e2e4");
    EXPECT_EQ(moves_from("4k3/8/8/8/8/4n3/4P3/6K1 w - - 0 1", Square::E2), "");
    EXPECT_EQ(moves_from("4k3/8/8/8/4n3/8/4P3/6K1 w - - 0 1", Square::E2), "e2e3");
    EXPECT_EQ(moves_from("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", Square::E3), "e3e4");
    EXPECT_EQ(moves_from("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", Square::E7), "e7e5 e7e6");
    EXPECT_EQ(moves_from("4k3/8/8/7p/P7/8/8/4K3 w - - 0 1", Square::A4), "a4a5") << "no capture around the edge";
    EXPECT_EQ(moves_from("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", Square::A7),
              "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r");
    EXPECT_EQ(moves_from("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", Square::A2),
              "a2a1b a2a1n a2a1q a2a1r a2b1b a2b1n a2b1q a2b1r");
}

TEST(Movegen, EnPassant) {
    EXPECT_EQ(moves_from("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Square::E5), "e5d6 e5e6");
    EXPECT_EQ(moves_from("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", Square::E5), "e5e6");
    // Two may take; one is pinned on the file.
    EXPECT_EQ(moves_from("2r1k3/8/8/PpP5/8/8/8/2K5 w - b6 0 1", Square::A5), "a5a6 a5b6");
    EXPECT_EQ(moves_from("2r1k3/8/8/PpP5/8/8/8/2K5 w - b6 0 1", Square::C5), "c5c6");
}

TEST(Movegen, EnPassantAsAnEvasion) {
    const std::string_view white = "8/8/8/1Ppp3r/1K3p1k/8/4P1P1/1R6 w - c6 0 1";
    EXPECT_EQ(count_legal_moves(position_of(white)), 7);
    EXPECT_TRUE(position_of(white).is_legal(Move::en_passant(Square::B5, Square::C6)));
    const std::string_view black = "8/8/3k4/8/1pPp4/8/1K6/8 b - c3 0 1";
    EXPECT_EQ(count_legal_moves(position_of(black)), 11);
    // Taking the pawn that gives check, by both neighbours.
    EXPECT_EQ(moves_of("k7/8/8/1pP5/2K5/8/8/8 w - b6 0 1"),
              text_of(reference::legal_moves(reference::board_of(position_of("k7/8/8/1pP5/2K5/8/8/8 w - b6 0 1")))));
    EXPECT_TRUE(position_of("k7/8/8/1pP5/2K5/8/8/8 w - b6 0 1").is_legal(Move::en_passant(Square::C5, Square::B6)));
}

TEST(Movegen, Castling) {
    EXPECT_EQ(castlings_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "e1a1 e1h1");
    EXPECT_EQ(castlings_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"), "e8a8 e8h8");
    EXPECT_EQ(castlings_of("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1"), "e1h1");
    EXPECT_EQ(castlings_of("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1"), "");
    // Pieces in between: any of the three on the queen's side.
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1"), "e1h1");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/R1B1K2R w KQ - 0 1"), "e1h1");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/R2QK2R w KQ - 0 1"), "e1h1");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1"), "e1a1");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1"), "e1a1");
}

TEST(Movegen, CastlingOutOfThroughAndIntoCheck) {
    EXPECT_EQ(castlings_of("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "") << "out of check";
    EXPECT_EQ(castlings_of("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1a1") << "through f1";
    EXPECT_EQ(castlings_of("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1a1") << "into g1";
    EXPECT_EQ(castlings_of("6kr/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1a1 e1h1") << "the rook may be attacked";
    EXPECT_EQ(castlings_of("3r2k1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1h1") << "through d1";
    EXPECT_EQ(castlings_of("2r3k1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1h1") << "into c1";
    EXPECT_EQ(castlings_of("1r4k1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1a1 e1h1") << "b1 may be attacked";
    EXPECT_EQ(castlings_of("r5k1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1a1 e1h1") << "the rook may be attacked";
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1"), "e1a1") << "a pawn guards f1 and h1";
    EXPECT_EQ(castlings_of("8/8/8/8/8/8/1k6/R3K2R w KQ - 0 1"), "e1h1") << "the king guards c1";
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1"), "");
    EXPECT_EQ(castlings_of("r3k2r/8/8/8/8/8/8/3RK3 b kq - 0 1"), "e8h8");
}

TEST(Movegen, Chess960Castling) {
    // The rook shields its king on the back rank.
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1"), "");
    EXPECT_EQ(count_legal_moves(position_of("4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1")), 11);
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/1R2K1N1 w Q - 0 1"), "e1b1");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/4K1Rq w G - 0 1"), "");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/4K1Rb w G - 0 1"), "e1g1") << "a bishop there does no harm";
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/4K1Rn w G - 0 1"), "e1g1");
    // A real position with the corner queen.
    EXPECT_EQ(count_legal_moves(position_of("nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR w BHbh - 0 3")), 28);
    // King and rook change places; the king stays; the rook stays; both go far.
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"), "f1g1");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/2RK4 w C - 0 1"), "d1c1");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/6KR w H - 0 1"), "g1h1");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/R1K5 w A - 0 1"), "c1a1");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/4KR2 w F - 0 1"), "e1f1");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/3RK3 w D - 0 1"), "e1d1");
    EXPECT_EQ(castlings_of("6k1/8/8/8/8/8/8/1K5R w H - 0 1"), "b1h1");
    EXPECT_EQ(castlings_of("1k6/8/8/8/8/8/8/R5K1 w A - 0 1"), "g1a1");
    EXPECT_EQ(castlings_of("4k3/8/8/8/8/8/8/1RK2R2 w FB - 0 1"), "c1b1 c1f1");
    // A piece in the way of the king, of the rook, on a square where one of them arrives.
    EXPECT_EQ(castlings_of("1k6/8/8/8/8/8/8/R2N2K1 w A - 0 1"), "");
    EXPECT_EQ(castlings_of("1k6/8/8/8/8/8/8/RN4K1 w A - 0 1"), "");
    EXPECT_EQ(castlings_of("7k/8/8/8/8/8/8/1KR3N1 w C - 0 1"), "");
    EXPECT_EQ(castlings_of("7k/8/8/8/8/8/8/1KR2N2 w C - 0 1"), "");
    EXPECT_EQ(castlings_of("7k/8/8/8/8/8/8/1KR4N w C - 0 1"), "b1c1");
    EXPECT_EQ(castlings_of("7k/8/8/8/8/8/8/N1RK4 w C - 0 1"), "d1c1");
    // A king that stays may still not be in check, nor pass attacked squares when it goes.
    EXPECT_EQ(castlings_of("4k1r1/8/8/8/8/8/8/6KR w H - 0 1"), "");
    EXPECT_EQ(castlings_of("3rk3/8/8/8/8/8/8/1K5R w H - 0 1"), "");
    EXPECT_EQ(castlings_of("4kr2/8/8/8/8/8/8/6KR w H - 0 1"), "g1h1") << "f1 is the rook's";
}

TEST(Movegen, StagesSplitTheMoves) {
    const std::string_view fen = "1n2k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1";
    EXPECT_EQ(stage_text(fen, MoveStage::Noisy), "a7a8q a7b8b a7b8n a7b8q a7b8r e5d6");
    EXPECT_EQ(stage_text(fen, MoveStage::Quiet),
              "a7a8b a7a8n a7a8r e1d1 e1d2 e1e2 e1f1 e1f2 e1h1 e5e6 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8");
    EXPECT_EQ(stage_text(fen, MoveStage::All), moves_of(fen));
}

TEST(Movegen, StagesYieldEvasionsInCheck) {
    const std::string_view fen = "k3r3/8/8/8/B7/8/3P1N2/4K3 w - - 0 1";
    EXPECT_EQ(stage_text(fen, MoveStage::Noisy), "a4e8");
    EXPECT_EQ(stage_text(fen, MoveStage::Quiet), "e1d1 e1f1 f2e4");
    // A promotion that blocks or takes.
    const std::string_view promotion = "r3K3/2P4k/8/8/8/8/8/8 w - - 0 1";
    EXPECT_EQ(stage_text(promotion, MoveStage::Noisy), "c7c8q");
    EXPECT_EQ(stage_text(promotion, MoveStage::Quiet), "c7c8b c7c8n c7c8r e8d7 e8e7 e8f7");
}

TEST(Movegen, AddsToTheList) {
    MoveList moves;
    generate_moves(Position(), MoveStage::Quiet, moves);
    generate_moves(Position(), MoveStage::Quiet, moves);
    EXPECT_EQ(moves.size(), 40U);
}

}  // namespace
}  // namespace skua
