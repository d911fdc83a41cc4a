#include "chess/fen.h"

#include <gtest/gtest.h>

#include "chess/reference.h"
#include "chess/support.h"

namespace skua {
namespace {

// A FEN read and written again.
std::string rewritten(std::string_view fen, Variant variant = Variant::Chess960,
                      CastlingLetters letters = CastlingLetters::XFen) {
    return to_fen(position_of(fen, variant), letters);
}

std::string castling_field(std::string_view fen, Variant variant = Variant::Chess960,
                           CastlingLetters letters = CastlingLetters::XFen) {
    const std::string text = rewritten(fen, variant, letters);
    const std::size_t begin = text.find(' ') + 3;
    return text.substr(begin, text.find(' ', begin) - begin);
}

std::vector<std::string> remarks_of(std::string_view fen, Variant variant = Variant::Chess960) {
    const Result<FenReading> reading = parse_fen(fen, variant);
    EXPECT_TRUE(reading.ok()) << fen;
    return reading ? reading->remarks : std::vector<std::string>{};
}

TEST(Fen, ReadsTheStartPosition) {
    EXPECT_EQ(position_of(StartFen), Position());
    EXPECT_EQ(to_fen(Position()), StartFen);
    EXPECT_TRUE(remarks_of(StartFen).empty());
    EXPECT_EQ(position_of(StartFen, Variant::Standard), Position());
}

TEST(Fen, ReadsEveryField) {
    const Position position = position_of("4k2r/6p1/8/3pP3/8/8/8/4K3 w k d6 12 34");
    EXPECT_EQ(position.piece_on(Square::E8), Piece::BlackKing);
    EXPECT_EQ(position.piece_on(Square::H8), Piece::BlackRook);
    EXPECT_EQ(position.piece_on(Square::G7), Piece::BlackPawn);
    EXPECT_EQ(position.piece_on(Square::E5), Piece::WhitePawn);
    EXPECT_EQ(position.pieces().count(), 6);
    EXPECT_EQ(position.side_to_move(), Color::White);
    EXPECT_EQ(position.castling_rooks(), Bitboard(Square::H8));
    EXPECT_EQ(position.castling_rook(Color::Black, CastlingSide::King), Square::H8);
    EXPECT_EQ(position.castling_rook(Color::Black, CastlingSide::Queen), Square::None);
    EXPECT_EQ(position.en_passant_square(), Square::D6);
    EXPECT_EQ(position.halfmove_clock(), 12);
    EXPECT_EQ(position.fullmove_number(), 34);
}

TEST(Fen, RoundTrips) {
    for (const std::string_view fen :
         {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
          "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
          "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "k7/8/8/8/8/8/8/K7 b - - 99 300", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 9",
          "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"}) {
        EXPECT_EQ(rewritten(fen), fen);
        EXPECT_EQ(rewritten(fen, Variant::Standard), fen);
        EXPECT_TRUE(remarks_of(fen, Variant::Standard).empty()) << fen;
    }
}

TEST(Fen, CountersMayBeMissing) {
    EXPECT_EQ(rewritten("4k3/8/8/8/8/8/8/4K3 w - -"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(rewritten("4k3/8/8/8/8/8/8/4K3 w - - 7"), "4k3/8/8/8/8/8/8/4K3 w - - 7 1");
    EXPECT_EQ(rewritten(" \t4k3/8/8/8/8/8/8/4K3   b  -\t- \r\n"), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(Fen, CountersAreClamped) {
    const auto counters = [](const std::string& text) {
        const Position position = position_of("4k3/8/8/8/8/8/8/4K3 w - - " + text);
        return std::to_string(position.halfmove_clock()) + " " + std::to_string(position.fullmove_number());
    };
    EXPECT_EQ(counters("-1 1"), "0 1");
    EXPECT_EQ(counters("150 1"), "150 1");
    EXPECT_EQ(counters("200 1"), "150 1");
    EXPECT_EQ(counters("99999999999999999999 1"), "150 1");
    EXPECT_EQ(counters("0 0"), "0 1");
    EXPECT_EQ(counters("0 -1"), "0 1");
    EXPECT_EQ(counters("0 -99999999999"), "0 1");
    EXPECT_EQ(counters("0 1000000000"), "0 60000");
    EXPECT_EQ(counters("0 5000000000"), "0 60000");
    EXPECT_EQ(counters("+3 +4"), "3 4");
}

TEST(Fen, RefusesBadCounters) {
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/4K3 w - - abc 1"), "halfmove clock \"abc\" is not a number");
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1x"), "move number \"1x\" is not a number");
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/4K3 w - - 0.5 1"), "halfmove clock \"0.5\" is not a number");
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/4K3 w - - - -"), "halfmove clock \"-\" is not a number");
}

TEST(Fen, RefusesTooFewOrTooManyFields) {
    EXPECT_EQ(refusal_of(""), "the FEN is empty");
    EXPECT_EQ(refusal_of(" \t\r\n"), "the FEN is empty");
    const std::string needs = "; it needs at least board, side to move, castling rights and en passant square";
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/4K3"), "the FEN has 1 field" + needs);
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/4K3 w"), "the FEN has 2 fields" + needs);
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/4K3 w -"), "the FEN has 3 fields" + needs);
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm e4;"), "the FEN has more than six fields, from \"bm\"");
}

TEST(Fen, RefusesBadBoards) {
    const auto board_refusal = [](const std::string& board) { return refusal_of(board + " w - - 0 1"); };
    EXPECT_EQ(board_refusal("4k3/8/8/8/8/8/4K3"), "the board has 7 ranks instead of 8");
    EXPECT_EQ(board_refusal("4k3/8/8/8/8/8/8/4K3/8"), "the board has more than 8 ranks");
    EXPECT_EQ(board_refusal("4k3/8/8/8/8/8/8/4K3/"), "the board has more than 8 ranks");
    EXPECT_EQ(board_refusal("4k3/8/8/8/8/8/8/4K2"), "rank 1 of the board has 7 files instead of 8");
    EXPECT_EQ(board_refusal("4k3/7/8/8/8/8/8/4K3"), "rank 7 of the board has 7 files instead of 8");
    EXPECT_EQ(board_refusal("4k3//8/8/8/8/8/4K3"), "rank 7 of the board has 0 files instead of 8");
    EXPECT_EQ(board_refusal("4k3/8/8/8/8/8/8/4K4"), "rank 1 of the board has more than 8 files");
    EXPECT_EQ(board_refusal("4k3/8N/8/8/8/8/8/4K3"), "rank 7 of the board has more than 8 files");
    EXPECT_EQ(board_refusal("4k3/54/8/8/8/8/8/4K3"), "rank 7 of the board has more than 8 files");
    EXPECT_EQ(board_refusal("1r4k1/2p1b1pp/p1n2p2/2r1p3/P7/2RP1N1P/1P1B2PP1/4R1K1"),
              "rank 2 of the board has more than 8 files");
    EXPECT_EQ(board_refusal("4k3/9/8/8/8/8/8/4K3"), "rank 7 of the board has an unknown piece \"9\"");
    EXPECT_EQ(board_refusal("4k3/80/8/8/8/8/8/4K3"), "rank 7 of the board has an unknown piece \"0\"");
    EXPECT_EQ(board_refusal("4k3/7x/8/8/8/8/8/4K3"), "rank 7 of the board has an unknown piece \"x\"");
    EXPECT_EQ(board_refusal("\xE2\x99\x94k7/8/8/8/8/8/8/4K3"), "rank 8 of the board has an unknown piece \"?\"");
    EXPECT_EQ(board_refusal("4k3/-8/8/8/8/8/8/4K3"), "rank 7 of the board has an unknown piece \"-\"");
    EXPECT_EQ(board_refusal(std::string(100000, '8')), "rank 8 of the board has more than 8 files");
    EXPECT_EQ(board_refusal(std::string(100000, '/')), "rank 8 of the board has 0 files instead of 8");
    EXPECT_LT(refusal_of(std::string(100000, 'x')).size(), 200U);
    EXPECT_NE(refusal_of(std::string_view("4k3/8/8/8/\0/8/8/8/4K3 w - - 0 1", 31)), "");
}

TEST(Fen, AcceptsDigitsSideBySide) {
    EXPECT_EQ(rewritten("4k3/44/8/8/8/8/8/22K3 w - - 0 1"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(Fen, RefusesBadSides) {
    for (const std::string side : {"W", "B", "x", "white", "-", "wb"}) {
        EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/4K3 " + side + " - - 0 1"),
                  "the side to move \"" + side + "\" is neither w nor b");
    }
}

TEST(Fen, RefusesImpossibleArmies) {
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/8 w - - 0 1"), "White has no king");
    EXPECT_EQ(refusal_of("8/8/8/8/8/8/8/4K3 w - - 0 1"), "Black has no king");
    EXPECT_EQ(refusal_of("8/8/8/8/8/8/8/8 w - - 0 1"), "White has no king");
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/K3K3 w - - 0 1"), "White has 2 kings");
    EXPECT_EQ(refusal_of("k3k2k/8/8/8/8/8/8/K7 w - - 0 1"), "Black has 3 kings");
    EXPECT_EQ(refusal_of("4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1"), "White has 9 pawns");
    EXPECT_EQ(refusal_of("rnbqkbnr/pppppppp/pppp4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "Black has 12 pawns");
    EXPECT_EQ(refusal_of("4k2P/8/8/8/8/8/8/4K3 w - - 0 1"), "a pawn stands on the first or last rank");
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/p3K3 w - - 0 1"), "a pawn stands on the first or last rank");
    const std::string too_many = " has more pieces than its pawns could promote to";
    EXPECT_EQ(refusal_of("NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNkNNNN/NNNNKNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN w - - 0 1"),
              "White" + too_many);
    EXPECT_EQ(refusal_of("RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR w - - 0 1"),
              "White has no king");
    EXPECT_EQ(refusal_of("qqqqk3/qqqqqq2/8/8/8/8/8/4K3 w - - 0 1"), "Black" + too_many) << "ten queens";
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNQ w - - 0 1"), "White" + too_many);
    // Nine queens, or ten rooks, without a pawn are possible.
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/QQQQ4/QQQQ1K1Q b - - 0 1"), "");
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/NNNNN3/NNNNNK2 b - - 0 1"), "");
}

TEST(Fen, RefusesImpossibleChecks) {
    EXPECT_EQ(refusal_of("5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1"),
              "the side to move (Black) could capture the king");
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"), "the side to move (White) could capture the king");
    EXPECT_EQ(refusal_of("8/8/8/3kK3/8/8/8/8 w - - 0 1"), "the side to move (White) could capture the king");
    EXPECT_EQ(refusal_of("8/8/8/3kK3/8/8/8/8 b - - 0 1"), "the side to move (Black) could capture the king");
    EXPECT_EQ(refusal_of("4k3/8/8/1B5R/8/3N4/8/4R1K1 b - - 0 1"), "") << "two checkers: bishop and rook";
    EXPECT_EQ(refusal_of("4k3/8/3N4/1B6/8/8/8/4R1K1 b - - 0 1"), "Black is in check by more than two pieces");
}

TEST(Fen, KingsAreMissingInTheRequestsThreePositions) {
    EXPECT_EQ(refusal_of("4k3/8/8/8/8/8/8/4R3 b - - 0 1"), "White has no king");
    EXPECT_EQ(refusal_of("8/8/8/8/8/2k5/8/B7 w - - 0 1"), "White has no king");
    EXPECT_EQ(refusal_of("3q4/8/8/8/8/8/8/4K3 w - - 0 1"), "Black has no king");
}

TEST(Fen, RefusesBadCastlingFields) {
    EXPECT_EQ(refusal_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1"),
              "castling rights \"KQkqK\" are more than four letters");
    EXPECT_EQ(refusal_of("r3k2r/8/8/8/8/8/8/R3K2R w KX - 0 1"), "castling rights \"KX\" have an unknown letter");
    EXPECT_EQ(refusal_of("r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1"), "castling rights \"K-\" have an unknown letter");
    EXPECT_EQ(refusal_of("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1"), "castling rights \"KK\" name a letter twice");
    EXPECT_EQ(refusal_of("r3k2r/8/8/8/8/8/8/R3K2R w 0 - 0 1"), "castling rights \"0\" have an unknown letter");
}

TEST(Fen, DropsCastlingRightsThatTheBoardContradicts) {
    // Rook or king missing from its place.
    EXPECT_EQ(castling_field("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1"), "Qkq");
    EXPECT_EQ(remarks_of("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1"),
              (std::vector<std::string>{"castling right K dropped: king and rook do not stand for it"}));
    EXPECT_EQ(castling_field("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1"), "kq");
    EXPECT_EQ(remarks_of("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1").size(), 2U);
    EXPECT_EQ(castling_field("6k1/8/8/8/8/8/8/K6R w K - 0 1"), "-") << "a king in the corner has no rook on both sides";
    // Phantom castling rights have crashed other programs.
    const std::string_view phantom = "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Qk - 0 15";
    EXPECT_EQ(castling_field(phantom), "Q");
    EXPECT_EQ(count_legal_moves(position_of(phantom, Variant::Standard)), 26);
    const std::string_view no_rights = "2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1";
    EXPECT_EQ(castling_field(no_rights), "-");
    EXPECT_EQ(remarks_of(no_rights).size(), 4U);
    EXPECT_EQ(count_legal_moves(position_of(no_rights)), 4);
    // An enemy rook does not count.
    EXPECT_EQ(castling_field("4k3/8/8/8/8/8/8/r3K2R w KQ - 0 1"), "K");
}

TEST(Fen, StandardChessKeepsStandardCastlingOnly) {
    const std::string_view shifted = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
    EXPECT_EQ(castling_field(shifted, Variant::Chess960), "KQkq");
    EXPECT_EQ(castling_field(shifted, Variant::Standard), "-");
    EXPECT_EQ(
        remarks_of(shifted, Variant::Standard),
        (std::vector<std::string>{"castling rights GBgb dropped: with king and rook on these squares only Chess960 "
                                  "has castling"}));
    EXPECT_EQ(parse_fen(shifted, Variant::Standard)->chess960_rights, "GBgb");
    EXPECT_EQ(parse_fen(shifted, Variant::Chess960)->chess960_rights, "");
    // What no variant allows has its own reason.
    EXPECT_EQ(remarks_of("4k1r1/8/8/8/8/8/8/1R2K3 w KQk - 0 1", Variant::Standard),
              (std::vector<std::string>{"castling right K dropped: king and rook do not stand for it",
                                        "castling rights Qk dropped: with king and rook on these squares only Chess960 "
                                        "has castling"}));
    EXPECT_EQ(castling_field("r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Variant::Standard), "KQ");
    EXPECT_EQ(castling_field("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", Variant::Standard), "KQkq");
}

TEST(Fen, LettersNameTheOutermostRookAndFilesTheOthers) {
    // Two rooks on either side of the king.
    const std::string base = "rr2k1rr/8/8/8/8/8/8/RR2K1RR w ";
    const auto rooks = [&](const std::string& rights) {
        return position_of(base + rights + " - 0 1").castling_rooks();
    };
    EXPECT_EQ(rooks("KQ"), Bitboard(Square::A1) | Square::H1);
    EXPECT_EQ(rooks("HA"), Bitboard(Square::A1) | Square::H1);
    EXPECT_EQ(rooks("GB"), Bitboard(Square::B1) | Square::G1);
    EXPECT_EQ(rooks("gb"), Bitboard(Square::B8) | Square::G8);
    EXPECT_EQ(rooks("KBkb"), Bitboard(Square::H1) | Square::B1 | Square::H8 | Square::B8);
    EXPECT_EQ(castling_field(base + "GBgb - 0 1"), "GBgb");
    EXPECT_EQ(castling_field(base + "KBkb - 0 1"), "KBkb");
    EXPECT_EQ(castling_field(base + "HAha - 0 1"), "KQkq");
    EXPECT_EQ(castling_field(base + "KQkq - 0 1", Variant::Chess960, CastlingLetters::Shredder), "HAha");
    EXPECT_EQ(castling_field(base + "GBgb - 0 1", Variant::Chess960, CastlingLetters::Shredder), "GBgb");
    // One right on each side.
    EXPECT_EQ(castling_field(base + "KGQB - 0 1"), "KQ");
    EXPECT_EQ(remarks_of(base + "KG - 0 1"),
              (std::vector<std::string>{"castling right G dropped: there is one on that side already"}));
    // The order of the letters means nothing.
    EXPECT_EQ(castling_field("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1"), "KQkq");
}

TEST(Fen, WritesShredderLetters) {
    EXPECT_EQ(to_fen(Position(), CastlingLetters::Shredder),
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    EXPECT_EQ(castling_field("nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR w BHbh - 0 3", Variant::Chess960,
                             CastlingLetters::Shredder),
              "HBhb");
}

TEST(Fen, RefusesBadEnPassantFields) {
    const std::string board = "4k3/8/8/3pP3/8/8/8/4K3 ";
    EXPECT_EQ(refusal_of(board + "w - d3 0 1"), "en passant square \"d3\" is not on the sixth rank");
    EXPECT_EQ(refusal_of(board + "b - d6 0 1"), "en passant square \"d6\" is not on the third rank");
    EXPECT_EQ(refusal_of(board + "w - d5 0 1"), "en passant square \"d5\" is not on the sixth rank");
    for (const std::string text : {"x6", "d", "d66", "D6", "--", "0", "6d", "KQkq"}) {
        EXPECT_EQ(refusal_of(board + "w - " + text + " 0 1"),
                  "en passant square \"" + text + "\" is not on the sixth rank");
    }
}

struct EnPassantCase {
    std::string_view why;
    std::string_view fen;  // up to the en passant square
    bool kept;
};

// An en passant square stays only if a legal capture on it exists.
constexpr EnPassantCase EnPassantCases[] = {
    {"plain", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", true},
    {"plain, from the other side", "4k3/8/8/2Pp4/8/8/8/4K3 w - d6", true},
    {"plain, by Black", "4k3/8/8/8/3pP3/8/8/4K3 b - e3", true},
    {"on the edge", "4k3/8/8/pP6/8/8/8/4K3 w - a6", true},
    {"around the edge stands no neighbour", "4k3/8/8/p6P/8/8/8/4K3 w - a6", false},
    {"around the edge, a rank lower", "4k3/8/8/p7/7P/8/8/4K3 w - a6", false},
    {"no pawn beside it", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", false},
    {"no pawn beside it: the hash ignores c6", "rnbqkb1r/pp1ppppp/5n2/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq c6", false},
    {"the neighbour is not a pawn", "4k3/8/8/3pN3/8/8/8/4K3 w - d6", false},
    {"the neighbour is the enemy's", "4k3/8/8/3pp3/8/8/8/4K3 w - d6", false},
    {"no pawn to capture", "4k3/8/8/4P3/8/8/8/4K3 w - d6", false},
    {"our own pawn in front", "4k3/8/8/3PP3/8/8/8/4K3 w - d6", false},
    {"a piece that is not a pawn in front", "4k3/8/8/3nP3/8/8/8/4K3 w - d6", false},
    {"the square is occupied", "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6", false},
    {"the square behind is occupied", "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6", false},
    {"the pawn gives check and is taken", "k7/8/8/1pP5/2K5/8/8/8 w - b6", true},
    {"that, but the taker is pinned on the file", "k1r5/8/8/1pP5/2K5/8/8/8 w - b6", false},
    {"pinned on the file", "2r1k3/8/8/1pP5/8/8/8/2K5 w - b6", false},
    {"pinned on the file, but another may", "2r1k3/8/8/PpP5/8/8/8/2K5 w - b6", true},
    {"pinned on a diagonal that the capture leaves", "4k3/6b1/8/3pP3/8/2K5/8/8 w - d6", false},
    {"pinned on the diagonal of the capture", "4k3/2b5/8/3pP3/8/6K1/8/8 w - d6", true},
    {"pinned on the rank by itself", "4k3/8/8/K3P1pr/8/8/8/8 w - g6", false},
    {"two pawns vanish from the king's rank", "8/8/8/K2pP2r/8/8/8/4k3 w - d6", false},
    {"two pawns vanish, the king on the other side", "8/8/8/r2pP2K/8/8/8/4k3 w - d6", false},
    {"two pawns vanish, a third stands behind", "8/8/8/K1PpP2r/8/8/8/4k3 w - d6", true},
    {"two pawns vanish, a queen looks", "8/8/8/K2Pp2q/8/8/8/4k3 w - e6", false},
    {"two pawns vanish, by Black", "4K3/8/8/8/k2Pp2R/8/8/8 b - d3", false},
    {"a bishop on the rank does no harm", "8/8/8/K2pP2b/8/8/8/4k3 w - d6", true},
    {"the captured pawn shielded the king on a diagonal", "b3k3/8/8/3pP3/8/8/6K1/8 w - d6", false},
    {"the captured pawn shielded the king on the file", "3rk3/8/8/3pP3/8/8/8/3K4 w - d6", true},
    {"check by a knight", "4k3/8/8/3pP3/8/6n1/4K3/8 w - d6", false},
    {"check by a knight and by the pawn", "4k3/8/8/3pP3/4K3/6n1/8/8 w - d6", false},
    {"check by a knight that another capture does not end", "4k3/8/8/3pP3/8/5n2/8/4K3 w - d6", false},
    {"a slider's check that the capture blocks", "5b1k/8/8/3pP3/8/K7/8/8 w - d6", true},
    {"a slider's check that it does not block", "5b1k/8/8/3pP3/8/8/1r1K4/8 w - d6", false},
    {"check by another pawn", "4k3/8/8/3pP3/8/2p5/1K6/8 w - d6", false},
    {"as an evasion", "8/8/8/1Ppp3r/1K3p1k/8/4P1P1/1R6 w - c6", true},
    {"as an evasion, by Black", "8/8/3k4/8/1pPp4/8/1K6/8 b - c3", true},
    {"one of two takers opens the rank", "8/8/8/2k5/2PpP3/8/8/4K3 b - e3", true},
};

TEST(Fen, KeepsTheEnPassantSquareOnlyForALegalCapture) {
    for (const EnPassantCase& each : EnPassantCases) {
        const std::string fen = std::string(each.fen) + " 0 1";
        const std::string expected = each.kept ? fen : std::string(each.fen.substr(0, each.fen.size() - 2)) + "- 0 1";
        EXPECT_EQ(rewritten(fen), expected) << each.why;
        EXPECT_TRUE(remarks_of(fen).empty()) << each.why;

        // A second opinion, where the pieces are those of a pawn that has just moved two squares.
        const Position position = position_of(fen);
        const Square passed = *square_from_string(each.fen.substr(each.fen.size() - 2));
        const Square victim = passed - forward(position.side_to_move());
        const Square origin = passed + forward(position.side_to_move());
        if (position.is_empty(passed) && position.is_empty(origin) &&
            position.piece_on(victim) == make_piece(~position.side_to_move(), PieceType::Pawn)) {
            reference::Board board = reference::board_of(position);
            board.passed = index_of(passed);
            bool capturable = false;
            for (const Move move : reference::legal_moves(board)) { capturable = capturable || move.is_en_passant(); }
            EXPECT_EQ(capturable, each.kept) << each.why;
        } else {
            EXPECT_FALSE(each.kept) << each.why;
        }
    }
}

TEST(Fen, IgnoredEnPassantSquaresDoNotChangeTheKey) {
    EXPECT_EQ(position_of("rnbqkb1r/pp1ppppp/5n2/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq c6 0 3").key(),
              position_of("rnbqkb1r/pp1ppppp/5n2/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3").key());
    EXPECT_NE(position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").key(),
              position_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1").key());
}

}  // namespace
}  // namespace skua
