#include "chess/uci_move.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace skua {
namespace {

constexpr std::string_view Castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

std::string refusal(std::string_view fen, std::string_view text) {
    const Result<Move> move = parse_uci_move(position_of(fen), text);
    return move ? "" : move.error();
}

TEST(UciMove, WritesMoves) {
    EXPECT_EQ(to_uci(Move::none()), "0000");
    EXPECT_EQ(to_uci(Move::normal(Square::E2, Square::E4)), "e2e4");
    EXPECT_EQ(to_uci(Move::en_passant(Square::E5, Square::D6)), "e5d6");
    EXPECT_EQ(to_uci(Move::promotion(Square::A7, Square::B8, PieceType::Knight)), "a7b8n");
    EXPECT_EQ(to_uci(Move::promotion(Square::A2, Square::A1, PieceType::Queen)), "a2a1q");
}

TEST(UciMove, WritesCastlingAsTheVariantDoes) {
    EXPECT_EQ(to_uci(Move::castling(Square::E1, Square::H1)), "e1g1");
    EXPECT_EQ(to_uci(Move::castling(Square::E1, Square::A1)), "e1c1");
    EXPECT_EQ(to_uci(Move::castling(Square::E8, Square::H8)), "e8g8");
    EXPECT_EQ(to_uci(Move::castling(Square::E8, Square::A8)), "e8c8");
    EXPECT_EQ(to_uci(Move::castling(Square::E1, Square::H1), Variant::Chess960), "e1h1");
    EXPECT_EQ(to_uci(Move::castling(Square::E8, Square::A8), Variant::Chess960), "e8a8");
}

TEST(UciMove, ReadsBothWaysOfCastling) {
    const Position position = position_of(Castles);
    EXPECT_EQ(move_of(position, "e1g1"), Move::castling(Square::E1, Square::H1));
    EXPECT_EQ(move_of(position, "e1h1"), Move::castling(Square::E1, Square::H1));
    EXPECT_EQ(move_of(position, "e1c1"), Move::castling(Square::E1, Square::A1));
    EXPECT_EQ(move_of(position, "e1a1"), Move::castling(Square::E1, Square::A1));
    EXPECT_EQ(move_of(position, "e1f1"), Move::normal(Square::E1, Square::F1));
    EXPECT_NE(refusal("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1"), "");
    EXPECT_NE(refusal("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "e1h1"), "");
}

TEST(UciMove, PrefersTheKingsStepWhereBothArePossible) {
    // f1g1 is a step of the king; castling must be written f1h1.
    const Position position = position_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    EXPECT_EQ(move_of(position, "f1g1"), Move::normal(Square::F1, Square::G1));
    EXPECT_EQ(move_of(position, "f1h1"), Move::castling(Square::F1, Square::H1));
    // Where the rook stands on the next square there is no such step.
    const Position swap = position_of("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    EXPECT_EQ(move_of(swap, "f1g1"), Move::castling(Square::F1, Square::G1));
    // A king that stays: written as taking its rook, or as a step to itself.
    const Position stays = position_of("4k3/8/8/8/8/8/8/6KR w H - 0 1");
    EXPECT_EQ(move_of(stays, "g1h1"), Move::castling(Square::G1, Square::H1));
    EXPECT_EQ(move_of(stays, "g1g1"), Move::castling(Square::G1, Square::H1));
}

TEST(UciMove, ReadsPromotionsInEitherCase) {
    const Position position = position_of("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for (const auto& [letter, type] : {std::pair{'n', PieceType::Knight},
                                       {'b', PieceType::Bishop},
                                       {'r', PieceType::Rook},
                                       {'q', PieceType::Queen},
                                       {'N', PieceType::Knight},
                                       {'B', PieceType::Bishop},
                                       {'R', PieceType::Rook},
                                       {'Q', PieceType::Queen}}) {
        EXPECT_EQ(move_of(position, std::string("a7a8") + letter), Move::promotion(Square::A7, Square::A8, type));
        EXPECT_EQ(move_of(position, std::string("a7b8") + letter), Move::promotion(Square::A7, Square::B8, type));
    }
}

TEST(UciMove, ReadsEnPassant) {
    EXPECT_EQ(move_of(position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5d6"),
              Move::en_passant(Square::E5, Square::D6));
    EXPECT_EQ(refusal("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6"), "\"e5d6\" is not legal here");
}

TEST(UciMove, RefusesWithAReason) {
    EXPECT_EQ(refusal(StartFen, "e2e5"), "\"e2e5\" is not legal here");
    EXPECT_EQ(refusal(StartFen, "e7e5"), "\"e7e5\" is not legal here");
    EXPECT_EQ(refusal(StartFen, "e4e5"), "\"e4e5\" is not legal here");
    EXPECT_EQ(refusal(StartFen, "e2e4q"), "\"e2e4q\" is not legal here");
    EXPECT_EQ(refusal(StartFen, "e1g1"), "\"e1g1\" is not legal here");
    EXPECT_EQ(refusal(StartFen, "a1a1"), "\"a1a1\" is not legal here");
    EXPECT_EQ(refusal("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8"), "\"a7a8\" is not legal here");
    EXPECT_EQ(refusal("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k"), "\"a7a8k\" does not promote to a piece");
    EXPECT_EQ(refusal("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8K"), "\"a7a8K\" does not promote to a piece");
    EXPECT_EQ(refusal("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8p"), "\"a7a8p\" does not promote to a piece");
    EXPECT_EQ(refusal("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8x"), "\"a7a8x\" does not promote to a piece");
    EXPECT_EQ(refusal(StartFen, "0000"), "\"0000\" is not a move like e2e4 or e7e8q");
    for (const std::string_view text : {"", "e", "e2", "e2e", "e2-e4", "E2E4", "e2e9", "i2e4", "e2e4qq", "Nf3", "O-O",
                                        "    ", "e2 e4", "(none)", "\xC3\xA4\xC3\xA4", "e2e4 "}) {
        EXPECT_NE(refusal(StartFen, text), "") << text;
    }
    EXPECT_EQ(refusal(StartFen, std::string_view("e2e4\0", 5)), "\"e2e4?\" does not promote to a piece");
    EXPECT_LT(refusal(StartFen, std::string(100000, 'x')).size(), 150U);
}

TEST(UciMove, RefusesMovesThatLeaveTheKingInCheck) {
    EXPECT_NE(refusal("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "e2d3"), "");
    EXPECT_NE(refusal("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "e1e2"), "");
}

}  // namespace
}  // namespace skua
