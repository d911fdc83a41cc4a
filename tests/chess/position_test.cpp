#include "chess/position.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace skua {
namespace {

Position after(const Position& position, std::string_view uci) {
    Position next = position;
    next.play(move_of(position, uci));
    EXPECT_TRUE(next.is_consistent());
    return next;
}

std::string fen_after(std::string_view fen, std::string_view uci) { return to_fen(after(position_of(fen), uci)); }

TEST(Position, IsSmallEnoughToCopy) { EXPECT_LE(sizeof(Position), 256U); }

TEST(Position, StartsWhereChessDoes) {
    const Position position;
    EXPECT_EQ(to_fen(position), StartFen);
    EXPECT_TRUE(position.is_consistent());
    EXPECT_EQ(position.side_to_move(), Color::White);
    EXPECT_EQ(position.pieces().count(), 32);
    EXPECT_EQ(position.pieces(Color::Black).count(), 16);
    EXPECT_EQ(position.pieces(PieceType::Pawn), bitboard_of(Rank::R2) | bitboard_of(Rank::R7));
    EXPECT_EQ(position.pieces(Color::White, PieceType::Knight), Bitboard(Square::B1) | Square::G1);
    EXPECT_EQ(position.pieces(PieceType::Queen, PieceType::King).count(), 4);
    EXPECT_EQ(position.pieces(Color::Black, PieceType::Rook, PieceType::Queen).count(), 3);
    EXPECT_EQ(position.count(Color::White, PieceType::Bishop), 2);
    EXPECT_EQ(position.king_square(Color::White), Square::E1);
    EXPECT_EQ(position.king_square(Color::Black), Square::E8);
    EXPECT_EQ(position.piece_on(Square::D8), Piece::BlackQueen);
    EXPECT_TRUE(position.is_empty(Square::E4));
    EXPECT_FALSE(position.is_empty(Square::E2));
    EXPECT_EQ(position.castling_rooks().count(), 4);
    EXPECT_EQ(position.castling_rook(Color::White, CastlingSide::King), Square::H1);
    EXPECT_EQ(position.castling_rook(Color::Black, CastlingSide::Queen), Square::A8);
    EXPECT_FALSE(position.in_check());
    EXPECT_TRUE(position.has_non_pawn_material(Color::White));
}

TEST(Position, KnowsWhetherPiecesAreLeft) {
    const Position position = position_of("4k3/4p3/8/8/8/8/4P3/4K1N1 w - - 0 1");
    EXPECT_TRUE(position.has_non_pawn_material(Color::White));
    EXPECT_FALSE(position.has_non_pawn_material(Color::Black));
}

TEST(Position, SetupsGoBothWays) {
    skua::Setup setup;
    setup.board[Square::E1] = Piece::WhiteKing;
    setup.board[Square::E8] = Piece::BlackKing;
    setup.board[Square::H1] = Piece::WhiteRook;
    setup.castling_rooks = Square::H1;
    setup.side_to_move = Color::Black;
    setup.halfmove_clock = 3;
    setup.fullmove_number = 40;
    const Result<Position> position = Position::from_setup(setup);
    ASSERT_TRUE(position.ok()) << position.error();
    EXPECT_EQ(position->setup(), setup);
    EXPECT_EQ(to_fen(*position), "4k3/8/8/8/8/8/8/4K2R b K - 3 40");
}

TEST(Position, SetupsAreCheckedAndPutRight) {
    skua::Setup setup;
    EXPECT_EQ(Position::from_setup(setup).error(), "White has no king");
    setup.board[Square::E1] = Piece::WhiteKing;
    EXPECT_EQ(Position::from_setup(setup).error(), "Black has no king");
    setup.board[Square::E8] = Piece::BlackKing;
    setup.castling_rooks = FullBoard;
    setup.en_passant_square = Square::D6;
    setup.halfmove_clock = -7;
    setup.fullmove_number = 1 << 30;
    Result<Position> position = Position::from_setup(setup);
    ASSERT_TRUE(position.ok()) << position.error();
    EXPECT_TRUE(position->castling_rooks().empty());
    EXPECT_EQ(position->en_passant_square(), Square::None);
    EXPECT_EQ(position->halfmove_clock(), 0);
    EXPECT_EQ(position->fullmove_number(), 65535);
    setup.en_passant_square = Square::A1;
    position = Position::from_setup(setup);
    ASSERT_TRUE(position.ok()) << position.error();
    EXPECT_EQ(position->en_passant_square(), Square::None);
    // If a side has several rooks, the outermost castles.
    setup.board[Square::A1] = Piece::WhiteRook;
    setup.board[Square::B1] = Piece::WhiteRook;
    position = Position::from_setup(setup);
    ASSERT_TRUE(position.ok()) << position.error();
    EXPECT_EQ(position->castling_rooks(), Bitboard(Square::A1));
}

TEST(Position, PlaysEveryKindOfMove) {
    EXPECT_EQ(fen_after(StartFen, "e2e4"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    EXPECT_EQ(fen_after(StartFen, "g1f3"), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    EXPECT_EQ(fen_after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 9", "e2e4"), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9");
    EXPECT_EQ(fen_after("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9", "d4e3"), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 10");
    EXPECT_EQ(fen_after("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9", "e8e7"), "8/4k3/8/8/3pP3/8/8/4K3 w - - 1 10");
    EXPECT_EQ(fen_after("1r2k3/P7/8/8/8/8/8/4K3 w - - 5 9", "a7b8r"), "1R2k3/8/8/8/8/8/8/4K3 b - - 0 9");
    EXPECT_EQ(fen_after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 6 9");
    EXPECT_EQ(fen_after("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "e8c8"), "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 6 10");
}

TEST(Position, CastlingRightsGoWithKingAndRooks) {
    const std::string_view fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    EXPECT_EQ(fen_after(fen, "e1e2"), "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1");
    EXPECT_EQ(fen_after(fen, "a1a2"), "r3k2r/8/8/8/8/8/R7/4K2R b Kkq - 1 1");
    EXPECT_EQ(fen_after(fen, "h1h2"), "r3k2r/8/8/8/8/8/7R/R3K3 b Qkq - 1 1");
    EXPECT_EQ(fen_after(fen, "a1a8"), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1") << "the captured rook's right too";
    EXPECT_EQ(fen_after("r3k2r/8/8/8/8/6n1/8/R3K2R b KQkq - 0 1", "g3h1"), "r3k2r/8/8/8/8/8/8/R3K2n w Qkq - 0 2");
    EXPECT_EQ(fen_after("4k3/8/8/8/8/8/6p1/4K2R b K - 0 1", "g2h1q"), "4k3/8/8/8/8/8/8/4K2q w - - 0 2");
}

TEST(Position, Chess960CastlingLandsOnTheSameSquares) {
    EXPECT_EQ(fen_after("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    EXPECT_EQ(fen_after("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1"), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    EXPECT_EQ(fen_after("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    EXPECT_EQ(fen_after("4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "c1a1"), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    EXPECT_EQ(fen_after("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    EXPECT_EQ(fen_after("6k1/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1"), "6k1/8/8/8/8/8/8/5RK1 b - - 1 1");
    EXPECT_EQ(fen_after("r1k5/8/8/8/8/8/8/4K3 b a - 0 1", "c8a8"), "2kr4/8/8/8/8/8/8/4K3 w - - 1 2");
}

TEST(Position, KeysDependOnWhatMatters) {
    const auto key = [](std::string_view fen) { return position_of(fen).key(); };
    const Key base = key("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1");
    EXPECT_NE(base, key("r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1"));
    EXPECT_NE(base, key("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1"));
    EXPECT_NE(base, key("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"));
    EXPECT_NE(base, key("r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1"));
    EXPECT_EQ(base, key("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 42 99")) << "the clocks are not part of it";
}

TEST(Position, PartKeysDependOnTheirPartOnly) {
    const Position base = position_of("r1b1k1n1/pp6/8/8/8/8/PP6/R1B1K1N1 w - - 0 1");
    const Position pawn_moved = after(base, "a2a3");
    EXPECT_NE(pawn_moved.pawn_key(), base.pawn_key());
    EXPECT_EQ(pawn_moved.minor_key(), base.minor_key());
    EXPECT_EQ(pawn_moved.non_pawn_key(Color::White), base.non_pawn_key(Color::White));
    EXPECT_EQ(pawn_moved.material_key(), base.material_key());

    const Position knight_moved = after(base, "g1f3");
    EXPECT_EQ(knight_moved.pawn_key(), base.pawn_key());
    EXPECT_NE(knight_moved.minor_key(), base.minor_key());
    EXPECT_NE(knight_moved.non_pawn_key(Color::White), base.non_pawn_key(Color::White));
    EXPECT_EQ(knight_moved.non_pawn_key(Color::Black), base.non_pawn_key(Color::Black));
    EXPECT_EQ(knight_moved.material_key(), base.material_key());

    const Position rook_moved = after(base, "a1b1");
    EXPECT_EQ(rook_moved.minor_key(), base.minor_key());
    EXPECT_NE(rook_moved.non_pawn_key(Color::White), base.non_pawn_key(Color::White));

    EXPECT_NE(after(base, "e1e2").minor_key(), base.minor_key()) << "kings belong to the minor key";
    // Two roads to the same material.
    EXPECT_EQ(position_of("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1").material_key(),
              position_of("4k3/8/8/8/8/8/8/1R2K2R b - - 0 1").material_key());
    EXPECT_NE(position_of("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1").material_key(),
              position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").material_key());
    EXPECT_NE(position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").material_key(),
              position_of("r3k3/8/8/8/8/8/8/4K3 w - - 0 1").material_key());
}

TEST(Position, DifferentRoadsLeadToTheSameKey) {
    Position one;
    for (const std::string_view move : {"g1f3", "g8f6", "b1c3", "b8c6"}) { one.play(move_of(one, move)); }
    Position two;
    for (const std::string_view move : {"b1c3", "b8c6", "g1f3", "g8f6"}) { two.play(move_of(two, move)); }
    EXPECT_EQ(one, two);
    EXPECT_EQ(one.key(), two.key());
}

TEST(Position, NullMovesPassTheTurn) {
    Position position = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 4 7");
    position.play_null();
    EXPECT_EQ(to_fen(position), "4k3/8/8/3pP3/8/8/8/4K3 b - - 5 7");
    EXPECT_TRUE(position.is_consistent());
    position.play_null();
    EXPECT_EQ(to_fen(position), "4k3/8/8/3pP3/8/8/8/4K3 w - - 6 8");
    EXPECT_EQ(position.reversible_plies(), 0);
    // The pins of the side now to move are found.
    position = position_of("4k3/4n3/8/8/8/8/4R3/4K3 w - - 0 1");
    EXPECT_TRUE(position.pinned().empty());
    position.play_null();
    EXPECT_EQ(position.pinned(), Bitboard(Square::E7));
}

TEST(Position, CountersGrowNoFurtherThanTheyFit) {
    skua::Setup setup = Position().setup();
    setup.halfmove_clock = 65535;
    setup.fullmove_number = 65535;
    Position position = Position::from_setup(setup).value();
    for (const std::string_view move : {"g1f3", "g8f6"}) { position.play(move_of(position, move)); }
    EXPECT_EQ(position.halfmove_clock(), 65535);
    EXPECT_EQ(position.fullmove_number(), 65535);
    EXPECT_TRUE(position.is_consistent());
}

TEST(Position, FindsCheckersAndPins) {
    const Position single = position_of("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    EXPECT_EQ(single.checkers(), Bitboard(Square::E8));
    EXPECT_TRUE(single.in_check());
    const Position twice = position_of("4r1k1/8/8/8/8/5n2/8/R3K2R w KQ - 0 1");
    EXPECT_EQ(twice.checkers(), Bitboard(Square::E8) | Square::F3);
    const Position pins = position_of("4r1k1/8/8/7q/1b6/2N5/4PP2/r2QK3 w - - 0 1");
    EXPECT_EQ(pins.pinned(), Bitboard(Square::C3) | Square::D1 | Square::E2);
    // Two pieces on the line, or an enemy one, are not a pin.
    EXPECT_TRUE(position_of("4r1k1/8/8/8/4N3/8/4P3/4K3 w - - 0 1").pinned().empty());
    EXPECT_TRUE(position_of("4r1k1/8/8/8/4n3/8/4P3/4K3 w - - 0 1").pinned().empty());
    EXPECT_TRUE(position_of("4b1k1/8/8/8/8/8/4P3/4K3 w - - 0 1").pinned().empty());
}

TEST(Position, KingsSeeThroughTheSquareTheyLeave) {
    const Position position = position_of("k7/8/8/8/8/8/8/R6K b - - 0 1");
    const Bitboard without_king = position.pieces() ^ Square::A8;
    EXPECT_TRUE(position.is_attacked(Square::A8, Color::White, position.pieces()));
    const Position middle = position_of("8/8/k7/8/8/8/8/R6K b - - 0 1");
    EXPECT_FALSE(middle.is_attacked(Square::A7, Color::White, middle.pieces()));
    EXPECT_TRUE(middle.is_attacked(Square::A7, Color::White, middle.pieces() ^ Square::A6));
    EXPECT_FALSE(position.is_attacked(Square::B8, Color::White, without_king));
}

TEST(Position, LegalityIsSafeForAnything) {
    const Position position;
    EXPECT_FALSE(position.is_legal(Move::none()));
    EXPECT_TRUE(position.is_legal(Move::normal(Square::E2, Square::E4)));
    EXPECT_FALSE(position.is_legal(Move::normal(Square::E2, Square::E5)));
    EXPECT_FALSE(position.is_legal(Move::normal(Square::E7, Square::E5)));
    EXPECT_FALSE(position.is_legal(Move::normal(Square::E4, Square::E5)));
    EXPECT_FALSE(position.is_legal(Move::en_passant(Square::E2, Square::E4)));
    EXPECT_FALSE(position.is_legal(Move::castling(Square::E1, Square::H1)));
    EXPECT_FALSE(position.is_legal(Move::castling(Square::E2, Square::E4)));
    EXPECT_FALSE(position.is_legal(Move::promotion(Square::E2, Square::E4, PieceType::Queen)));
    EXPECT_FALSE(position.is_legal(Move::promotion(Square::G1, Square::F3, PieceType::Queen)));
    EXPECT_FALSE(position.is_legal(Move::from_raw(0xFFFF)));
    for (unsigned kind : {3U, 8U, 15U}) {
        const unsigned raw = Move::normal(Square::E2, Square::E4).raw() | (kind << 12);
        EXPECT_FALSE(position.is_legal(Move::from_raw(static_cast<std::uint16_t>(raw)))) << kind;
    }
}

TEST(Position, LegalityOfCastling) {
    const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    EXPECT_TRUE(position.is_legal(Move::castling(Square::E1, Square::H1)));
    EXPECT_TRUE(position.is_legal(Move::castling(Square::E1, Square::A1)));
    EXPECT_FALSE(position.is_legal(Move::castling(Square::E1, Square::G1)));
    EXPECT_FALSE(position.is_legal(Move::castling(Square::E1, Square::H8)));
    EXPECT_FALSE(position.is_legal(Move::castling(Square::E8, Square::H8)));
    EXPECT_FALSE(position.is_legal(Move::castling(Square::H1, Square::E1)));
    EXPECT_FALSE(position.is_legal(Move::normal(Square::E1, Square::H1)));
    EXPECT_FALSE(position.is_legal(Move::normal(Square::E1, Square::G1)));
    EXPECT_TRUE(position.can_castle(CastlingSide::King));
    EXPECT_TRUE(position.can_castle(CastlingSide::Queen));
    EXPECT_FALSE(Position().can_castle(CastlingSide::King));
}

TEST(Position, LegalityOfEnPassant) {
    const Position position = position_of("2r1k3/8/8/PpP5/8/8/8/2K5 w - b6 0 1");
    EXPECT_TRUE(position.is_legal(Move::en_passant(Square::A5, Square::B6)));
    EXPECT_FALSE(position.is_legal(Move::en_passant(Square::C5, Square::B6))) << "pinned";
    EXPECT_FALSE(position.is_legal(Move::normal(Square::A5, Square::B6))) << "not without its kind";
    EXPECT_FALSE(position.is_legal(Move::en_passant(Square::A5, Square::A6)));
    EXPECT_TRUE(position.can_capture_en_passant(Square::A5));
    EXPECT_FALSE(position.can_capture_en_passant(Square::C5));
}

TEST(Position, CapturedPieces) {
    EXPECT_EQ(Position().captured_piece(Move::normal(Square::E2, Square::E4)), Piece::None);
    const Position capture = position_of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    EXPECT_EQ(capture.captured_piece(Move::normal(Square::E4, Square::D5)), Piece::BlackPawn);
    const Position en_passant = position_of("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    EXPECT_EQ(en_passant.captured_piece(Move::en_passant(Square::D4, Square::E3)), Piece::WhitePawn);
    const Position castling = position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    EXPECT_EQ(castling.captured_piece(Move::castling(Square::E1, Square::H1)), Piece::None);
    EXPECT_FALSE(castling.is_capture(Move::castling(Square::E1, Square::H1)));
}

struct CheckCase {
    std::string_view why;
    std::string_view fen;
    std::string_view move;
    bool check;
};

TEST(Position, KnowsWhichMovesGiveCheck) {
    for (const CheckCase& each : {
             CheckCase{"a rook's own check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true},
             {"no check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", false},
             {"a pawn's check", "4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "d6d7", true},
             {"discovered", "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4c3", true},
             {"discovered by the king", "4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2d2", true},
             {"the king stays on the line", "4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2e3", false},
             {"discovered by a pawn that stays on the line", "4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", "e4e5", false},
             {"discovered by a pawn's capture", "4k3/8/8/3p4/4P3/8/8/K3R3 w - - 0 1", "e4d5", true},
             {"a promotion's check", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", true},
             {"an underpromotion's check", "8/2k1P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", true},
             {"a promotion without check", "8/2k1P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8r", false},
             {"a promotion that looks through its origin", "8/4P3/8/8/4k3/8/8/6K1 w - - 0 1", "e7e8q", true},
             {"a knight does not look through", "8/4P3/8/8/4k3/8/8/6K1 w - - 0 1", "e7e8n", false},
             {"en passant, the pawn's check", "8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", true},
             {"en passant opens the file", "4k3/8/8/3pP3/8/8/8/K3R3 w - d6 0 1", "e5d6", true},
             {"en passant opens the captured pawn's diagonal", "6k1/8/8/3pP3/8/1B6/8/K7 w - d6 0 1", "e5d6", true},
             {"en passant opens the rank", "8/8/8/R2pP2k/8/8/8/K7 w - d6 0 1", "e5d6", true},
             {"en passant without check", "7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", false},
             {"castling with the rook's check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true},
             {"castling without", "6k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", false},
             {"castling opens the rank for a rook behind", "8/8/8/8/8/8/8/R1RK3k w C - 0 1", "d1c1", true},
         }) {
        const Position position = position_of(each.fen);
        const Move move = move_of(position, each.move);
        EXPECT_EQ(position.gives_check(move), each.check) << each.why;
        EXPECT_EQ(after(position, each.move).in_check(), each.check) << each.why;
    }
}

#ifndef NDEBUG
TEST(PositionDeathTest, AssertsThatMovesAreLegal) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            Position position;
            position.play(Move::normal(Square::E2, Square::E5));
        },
        "is_legal");
    EXPECT_DEATH(
        {
            Position position = position_of("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1");
            position.play_null();
        },
        "in_check");
}
#endif

}  // namespace
}  // namespace skua
