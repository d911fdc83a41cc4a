#include "chess/san.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "base/parse.h"
#include "chess/random_positions.h"
#include "chess/support.h"

namespace skua {
namespace {

std::string san_of(std::string_view fen, std::string_view uci) {
    const Position position = position_of(fen);
    const Move move = move_of(position, uci);
    return move.is_none() ? "" : to_san(position, move);
}

// The move that a text means, as UCI writes it; empty when it is refused.
std::string reading_of(std::string_view fen, std::string_view text) {
    const Result<Move> move = parse_san(position_of(fen), text);
    return move ? to_uci(*move, Variant::Chess960) : "";
}

std::string refusal_of_san(std::string_view fen, std::string_view text) {
    const Result<Move> move = parse_san(position_of(fen), text);
    return move ? "" : move.error();
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

constexpr std::string_view FourKnights = "7k/8/8/8/1N3N2/8/1N3N2/K7 w - - 0 1";  // all of them reach d3
constexpr std::string_view ThreeQueens = "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";     // all of them reach e1
constexpr std::string_view PinnedKnight = "k3r3/8/8/8/8/8/4N3/1N2K3 w - - 0 1";  // e2 may not go to c3
constexpr std::string_view TwoPawns = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2";      // both may take on d6
constexpr std::string_view PawnBeforeRook = "3r1k2/2P5/8/8/8/8/8/4K3 w - - 0 1";
constexpr std::string_view Castlings = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

// ------------------------------------------------------------------ writing

TEST(ToSan, NamesPieceCaptureAndTarget) {
    EXPECT_EQ(san_of(StartFen, "e2e4"), "e4");
    EXPECT_EQ(san_of(StartFen, "g1f3"), "Nf3");
    EXPECT_EQ(san_of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "exd5");
    EXPECT_EQ(san_of("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5"), "Nxd5");
    EXPECT_EQ(san_of("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2"), "Kxd2");
}

TEST(ToSan, TellsTheFileFirst) {
    EXPECT_EQ(san_of("7k/8/8/8/1N3N2/8/8/K7 w - - 0 1", "b4d3"), "Nbd3");
    EXPECT_EQ(san_of("7k/8/8/8/1N3N2/8/8/K7 w - - 0 1", "f4d3"), "Nfd3");
    EXPECT_EQ(san_of("7k/8/8/8/1N6/8/5N2/K7 w - - 0 1", "b4d3"), "Nbd3");  // neither file nor rank is shared
    EXPECT_EQ(san_of(ThreeQueens, "e4e1"), "Qee1");
}

TEST(ToSan, TellsTheRankWhenTheFileIsShared) {
    EXPECT_EQ(san_of("7k/8/8/8/1N6/8/1N6/K7 w - - 0 1", "b4d3"), "N4d3");
    EXPECT_EQ(san_of("7k/8/8/8/1N6/8/1N6/K7 w - - 0 1", "b2d3"), "N2d3");
    EXPECT_EQ(san_of(ThreeQueens, "h1e1"), "Q1e1");
}

TEST(ToSan, TellsTheSquareWhenFileAndRankAreShared) {
    EXPECT_EQ(san_of(FourKnights, "b4d3"), "Nb4d3");
    EXPECT_EQ(san_of(FourKnights, "f2d3"), "Nf2d3");
    EXPECT_EQ(san_of(ThreeQueens, "h4e1"), "Qh4e1");
}

TEST(ToSan, CapturesAreToldApartToo) {
    EXPECT_EQ(san_of("4k3/8/8/8/R2p3R/8/8/4K3 w - - 0 1", "a4d4"), "Raxd4");
    EXPECT_EQ(san_of("4k3/3R4/8/3p4/8/8/3R4/K7 w - - 0 1", "d2d5"), "R2xd5");
}

TEST(ToSan, OnlyLegalMovesAreRivals) {
    EXPECT_EQ(san_of(PinnedKnight, "b1c3"), "Nc3");
    // Without the rook there is a choice.
    EXPECT_EQ(san_of("k7/8/8/8/8/8/4N3/1N2K3 w - - 0 1", "b1c3"), "Nbc3");
    // Nor does a rook that another piece blocks make the move ambiguous.
    EXPECT_EQ(san_of("4k3/8/8/8/8/8/8/R1N1K2R w - - 0 1", "h1f1"), "Rf1");
}

TEST(ToSan, MarksCheckAndMate) {
    EXPECT_EQ(san_of("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8"), "Ra8#");
    EXPECT_EQ(san_of("6k1/6pp/5p2/8/8/8/8/R6K w - - 0 1", "a1a8"), "Ra8+");  // f7 is free
    EXPECT_EQ(san_of("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4"), "Qh4#");
    // Stalemate is not mate: the king on h8 has no move and no check.
    EXPECT_EQ(san_of("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7"), "Qf7");
    // A discovered check.
    EXPECT_EQ(san_of("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4c5"), "Nc5+");
}

TEST(ToSan, Castling) {
    EXPECT_EQ(san_of(Castlings, "e1g1"), "O-O");
    EXPECT_EQ(san_of(Castlings, "e1c1"), "O-O-O");
    EXPECT_EQ(san_of("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
    EXPECT_EQ(san_of("2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), "O-O-O#");
    EXPECT_EQ(san_of("7k/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1"), "O-O-O");  // Chess960
    EXPECT_EQ(san_of("7k/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1"), "O-O");   // king and rook change places
    EXPECT_EQ(san_of("6rk/8/8/8/8/8/8/1R3KR1 w KQ - 0 1", "f1b1"), "O-O-O");
}

TEST(ToSan, EnPassant) {
    EXPECT_EQ(san_of(TwoPawns, "e5d6"), "exd6");
    EXPECT_EQ(san_of(TwoPawns, "c5d6"), "cxd6");
    EXPECT_EQ(san_of("8/8/8/8/3Pp3/8/8/2K1k3 b - d3 0 1", "e4d3"), "exd3");
    // Taking the pawn opens the e-file.
    EXPECT_EQ(san_of("4k3/8/8/3pP3/8/8/8/K3R3 w - d6 0 2", "e5d6"), "exd6+");
}

TEST(ToSan, Promotion) {
    EXPECT_EQ(san_of(PawnBeforeRook, "c7d8q"), "cxd8=Q+");
    EXPECT_EQ(san_of(PawnBeforeRook, "c7d8r"), "cxd8=R+");
    EXPECT_EQ(san_of(PawnBeforeRook, "c7d8b"), "cxd8=B");
    EXPECT_EQ(san_of(PawnBeforeRook, "c7d8n"), "cxd8=N");
    EXPECT_EQ(san_of(PawnBeforeRook, "c7c8q"), "c8=Q");  // the rook on d8 stands between
    EXPECT_EQ(san_of("7k/P5pp/8/8/8/8/8/K7 w - - 0 1", "a7a8q"), "a8=Q#");
    EXPECT_EQ(san_of("7k/P5pp/8/8/8/8/8/K7 w - - 0 1", "a7a8n"), "a8=N");
    EXPECT_EQ(san_of("8/8/8/8/8/5k2/1p6/2R4K b - - 0 1", "b2c1q"), "bxc1=Q+");
}

// ------------------------------------------------------------------ reading

TEST(ParseSan, StandardForms) {
    EXPECT_EQ(reading_of(StartFen, "e4"), "e2e4");
    EXPECT_EQ(reading_of(StartFen, "Nf3"), "g1f3");
    EXPECT_EQ(reading_of(TwoPawns, "cxd6"), "c5d6");
    EXPECT_EQ(reading_of(FourKnights, "Nb4d3"), "b4d3");
    EXPECT_EQ(reading_of(PinnedKnight, "Nc3"), "b1c3");
    EXPECT_EQ(reading_of(Castlings, "O-O"), "e1h1");
    EXPECT_EQ(reading_of(Castlings, "O-O-O"), "e1a1");
    EXPECT_EQ(reading_of(PawnBeforeRook, "cxd8=N"), "c7d8n");
}

TEST(ParseSan, MarksDoNotMatter) {
    for (const std::string_view text :
         {"cxd8=Q", "cxd8=Q+", "cxd8=Q#", "cxd8=Q++", "cxd8=Q+!", "cxd8=Q!?", "cxd8=Q?!+"}) {
        EXPECT_EQ(reading_of(PawnBeforeRook, text), "c7d8q") << text;
    }
    EXPECT_EQ(reading_of(StartFen, "e4+"), "e2e4");
    EXPECT_EQ(reading_of(StartFen, "  e4 !! "), "e2e4");
}

TEST(ParseSan, Variants) {
    EXPECT_EQ(reading_of(Castlings, "0-0"), "e1h1");
    EXPECT_EQ(reading_of(Castlings, "0-0-0+"), "e1a1");
    EXPECT_EQ(reading_of(Castlings, "o-o"), "e1h1");
    EXPECT_EQ(reading_of(Castlings, "e1g1"), "e1h1");
    EXPECT_EQ(reading_of(Castlings, "Ke1-c1"), "e1a1");
    EXPECT_EQ(reading_of(TwoPawns, "exd6e.p."), "e5d6");
    EXPECT_EQ(reading_of(TwoPawns, "exd6 e.p."), "e5d6");
    EXPECT_EQ(reading_of(TwoPawns, "ed6"), "e5d6");
    EXPECT_EQ(reading_of(TwoPawns, "e5:d6"), "e5d6");
    EXPECT_EQ(reading_of(PawnBeforeRook, "cxd8Q"), "c7d8q");
    EXPECT_EQ(reading_of(PawnBeforeRook, "cxd8=q"), "c7d8q");
    EXPECT_EQ(reading_of(PawnBeforeRook, "cxd8(R)"), "c7d8r");
    EXPECT_EQ(reading_of(PawnBeforeRook, "c8/B"), "c7c8b");
    EXPECT_EQ(reading_of(PawnBeforeRook, "c7c8n"), "c7c8n");
    EXPECT_EQ(reading_of("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8b"), "b7b8b");
    EXPECT_EQ(reading_of(StartFen, "Ng1f3"), "g1f3");
    EXPECT_EQ(reading_of(StartFen, "Ngf3"), "g1f3");
    EXPECT_EQ(reading_of(StartFen, "N1f3"), "g1f3");
    EXPECT_EQ(reading_of(StartFen, "Ng1-f3"), "g1f3");
    EXPECT_EQ(reading_of(StartFen, "e2-e4"), "e2e4");
    EXPECT_EQ(reading_of(StartFen, "e2e4"), "e2e4");
    EXPECT_EQ(reading_of(StartFen, "g1f3"), "g1f3");
    EXPECT_EQ(reading_of(StartFen, "Pe4"), "e2e4");
    EXPECT_EQ(reading_of("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "Nd5"), "e3d5");  // a capture without its x
}

TEST(ParseSan, ABishopIsNoPawn) {
    const std::string_view fen = "4k3/8/8/2p5/1P6/B7/8/4K3 w - - 0 1";
    EXPECT_EQ(reading_of(fen, "bxc5"), "b4c5");
    EXPECT_EQ(refusal_of_san(fen, "Bxc5"), "\"Bxc5\" is not legal here");
    EXPECT_EQ(reading_of(fen, "Bb2"), "a3b2");
}

TEST(ParseSan, AmbiguousMovesNameTheChoice) {
    const std::string reason = refusal_of_san(FourKnights, "Nd3");
    EXPECT_TRUE(contains(reason, "ambiguous")) << reason;
    for (const std::string_view choice : {"Nb4d3", "Nf4d3", "Nb2d3", "Nf2d3"}) {
        EXPECT_TRUE(contains(reason, choice)) << reason;
    }
    EXPECT_TRUE(contains(refusal_of_san(FourKnights, "Nbd3"), "ambiguous"));
    EXPECT_TRUE(contains(refusal_of_san(TwoPawns, "xd6"), "ambiguous"));
}

TEST(ParseSan, RefusalsHaveReasons) {
    for (const std::string_view text : {"--", "Z0", "0000", "@@@@"}) {
        EXPECT_TRUE(contains(refusal_of_san(StartFen, text), "null move")) << text;
    }
    for (const std::string_view text : {"e5", "Nd4", "O-O", "Ke2", "Nxf3", "exd3", "d2d5", "e4=Q", "e1g1", "Bb8"}) {
        EXPECT_TRUE(contains(refusal_of_san(StartFen, text), "not legal here")) << text;
    }
    for (const std::string_view text : {"", " ", "x", "+", "e", "e9", "i4", "Xe4", "nf3x", "e4e5e6", "-e4", "N-f3",
                                        "O-O-O-O", "0-1", "e.p.", "hello"}) {
        EXPECT_TRUE(contains(refusal_of_san(StartFen, text), "is not a move like")) << text;
    }
    EXPECT_TRUE(contains(refusal_of_san(PawnBeforeRook, "cxd8"), "what the pawn becomes"));
    EXPECT_TRUE(contains(refusal_of_san(PawnBeforeRook, "cxd8=K"), "is not a move like"));
    EXPECT_TRUE(contains(refusal_of_san(PawnBeforeRook, "cxd8=P"), "is not a move like"));
    // A straight move must not be taken for a capture.
    EXPECT_TRUE(contains(refusal_of_san("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5"), "not legal here"));
}

TEST(ParseSan, SurvivesAnyText) {
    EXPECT_LT(refusal_of_san(StartFen, std::string(100'000, 'e')).size(), 200u);
    EXPECT_LT(refusal_of_san(StartFen, std::string(100'000, '+')).size(), 200u);
    EXPECT_NE(refusal_of_san(StartFen, std::string("e4\0", 3)), "");
    EXPECT_NE(refusal_of_san(StartFen,
                             "\xE2\x99\x98"
                             "f3"),
              "");
}

// ------------------------------------------------------------------ properties

// The name of a move by the letter of the standard, from nothing but the list of legal moves.
std::string expected_san(const Position& position, Move move) {
    std::string text;
    const PieceType type = type_of(position.piece_on(move.from()));
    const bool capture = !move.is_castling() && (!position.is_empty(move.to()) || move.is_en_passant());
    if (move.is_castling()) {
        text = file_of(move.to()) > file_of(move.from()) ? "O-O" : "O-O-O";
    } else if (type == PieceType::Pawn) {
        text = (capture ? std::string{to_char(file_of(move.from())), 'x'} : "") + to_string(move.to());
        if (move.is_promotion()) { text += std::string("=") + to_char(move.promotion_piece()); }
    } else {
        bool any = false;
        bool same_file = false;
        bool same_rank = false;
        for (const Move other : legal_moves(position)) {
            if (other.is_castling() || other.to() != move.to() || other.from() == move.from() ||
                type_of(position.piece_on(other.from())) != type) {
                continue;
            }
            any = true;
            same_file = same_file || file_of(other.from()) == file_of(move.from());
            same_rank = same_rank || rank_of(other.from()) == rank_of(move.from());
        }
        text = to_char(type);
        if (any && (!same_file || same_rank)) { text += to_char(file_of(move.from())); }
        if (same_file) { text += to_char(rank_of(move.from())); }
        text += (capture ? "x" : "") + to_string(move.to());
    }
    Position after = position;
    after.play(move);
    if (after.in_check()) { text += legal_moves(after).empty() ? '#' : '+'; }
    return text;
}

TEST(SanProperties, EveryMoveOfRandomGamesHasItsOwnNameThatIsReadBack) {
    int told_apart = 0;
    int mates = 0;
    visit_random_positions(20240601, 10'000, [&](const Game& game) {
        const Position& position = game.position();
        std::set<std::string> names;
        for (const Move move : legal_moves(position)) {
            const std::string name = to_san(position, move);
            ASSERT_EQ(name, expected_san(position, move)) << to_fen(position);
            ASSERT_TRUE(names.insert(name).second) << name << " twice in " << to_fen(position);
            const Result<Move> again = parse_san(position, name);
            ASSERT_TRUE(again.ok()) << again.error() << " in " << to_fen(position);
            ASSERT_EQ(*again, move) << name << " in " << to_fen(position);
            told_apart += is_upper(name[0]) && name[0] != 'O' && name[1] != 'x' && !is_digit(name[2]) ? 1 : 0;
            mates += name.back() == '#' ? 1 : 0;

            // Long algebraic: letter, origin, target.
            if (!move.is_castling() && !move.is_promotion()) {
                const std::string hyphened = std::string{to_char(type_of(position.moved_piece(move)))} +
                                             to_string(move.from()) + '-' + to_string(move.to());
                const Result<Move> read = parse_san(position, hyphened);
                ASSERT_TRUE(read.ok()) << read.error();
                ASSERT_EQ(*read, move);
            }
        }
    });
    // The games had enough of each kind.
    EXPECT_GT(told_apart, 1000);
    EXPECT_GT(mates, 100);
}

}  // namespace
}  // namespace skua
