#include "analysis/motifs.h"

#include <gtest/gtest.h>

#include "analysis/support.h"

namespace skua {
namespace {

struct Case {
    std::string name;
    const char* fen;
    const char* line;
    StatementKind kind;
    std::vector<Square> men;
    std::vector<Square> others;
    std::size_t ply = 0;
    int gain = 100;
};

std::vector<Square> squares_of(const std::vector<PlacedPiece>& men) {
    std::vector<Square> squares;
    for (const PlacedPiece& man : men) { squares.push_back(man.square); }
    return squares;
}

class MotifTest : public testing::TestWithParam<Case> {};

TEST_P(MotifTest, IsFound) {
    const Case& each = GetParam();
    const Position start = position_of(each.fen);
    const auto motif = find_motif(start, line_of(start, each.line), each.gain);
    ASSERT_TRUE(motif) << each.fen;
    EXPECT_EQ(name_of(motif->kind), name_of(each.kind));
    EXPECT_EQ(motif->ply, each.ply);
    EXPECT_EQ(squares_of(motif->men), each.men);
    EXPECT_EQ(squares_of(motif->others), each.others);
}

// Most are from the suite Win at Chess.
INSTANTIATE_TEST_SUITE_P(
    Motifs, MotifTest,
    testing::Values(
        Case{"Fork",
             "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1",
             "b5c7 e8d7 c7a8",
             StatementKind::Fork,
             {Square::E8, Square::A8},
             {}},
        Case{"ForkAfterSacrifice",
             "5rk1/pp4p1/2n1p2p/2Npq3/2p5/6P1/P3P1BP/R4Q1K w - - 0 1",
             "f1f8 g8f8 c5d7 f8e7 d7e5 c6e5",
             StatementKind::Fork,
             {Square::F8, Square::E5},
             {},
             2,
             200},
        Case{"DiscoveredAttack",
             "7k/1b1r2p1/p6p/1p2qN2/3bP3/3Q4/P5PP/1B1R3K b - - 0 1",
             "d4g1 h1g1 d7d3 b1d3 b7e4",
             StatementKind::DiscoveredAttack,
             {Square::D3},
             {Square::D7}},
        Case{"DiscoveredCheck", "4k3/8/8/8/4B3/8/8/K3R2q w - - 0 1", "e4h1", StatementKind::FreeMan, {Square::H1}, {}},
        Case{"DoubleCheck",
             "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1",
             "e4d6 e8d7",
             StatementKind::DoubleCheck,
             {Square::E1, Square::D6},
             {}},
        Case{"Skewer",
             "q7/8/8/3k4/8/8/8/5BK1 w - - 0 1",
             "f1g2 d5d4 g2a8",
             StatementKind::Skewer,
             {Square::D5},
             {Square::A8}},
        Case{"PinToKing",
             "6k1/6p1/p7/3Pn3/5p2/4rBqP/P4RP1/5QK1 b - - 0 1",
             "e3e1 d5d6 e1f1 f2f1",
             StatementKind::PinToKing,
             {Square::F1},
             {Square::G1}},
        Case{"PinToPiece",
             "3r2k1/1p1b1pp1/pq5p/8/3NR3/2PQ3P/PP3PP1/6K1 b - - 0 1",
             "d7f5 d3b1 f5e4 b1e4 b6b2",
             StatementKind::PinToPiece,
             {Square::E4},
             {Square::D3}},
        Case{"Deflection",
             "3r4/2p1rk2/1pQq1pp1/7p/1P1P4/P4P2/6PP/R1R3K1 b - - 0 1",
             "e7e1 c1e1 d6c6",
             StatementKind::Deflection,
             {Square::C6},
             {Square::C1}},
        Case{"Overload",
             "n2r2k1/5ppp/8/3n4/8/8/5PPP/Q2R2K1 w - - 0 1",
             "d1d5 d8d5 a1a8",
             StatementKind::Overload,
             {Square::D5, Square::A8},
             {Square::D8}},
        Case{"RemovesGuard",
             "2k4r/1pr1n3/p1p1q2p/5pp1/3P1P2/P1P1P3/1R2Q1PP/1RB3K1 w - - 0 1",
             "b2b7 c8d8 e2a6",
             StatementKind::RemovesGuard,
             {Square::A6},
             {Square::B7},
             0,
             200},
        Case{"PinnedGuard",
             "r4kr1/ppp5/4bq1b/7B/2PR1Q1p/2N3P1/PP3P1P/2K1R3 w - - 0 1",
             "e1e6 h6f4 d4f4 f6f4 g3f4",
             StatementKind::PinnedGuard,
             {Square::E6},
             {Square::F6}},
        Case{"Outnumbered",
             "4k3/8/5n2/3p4/8/2N5/8/3RK3 w - - 0 1",
             "c3d5 f6d5 d1d5",
             StatementKind::Outnumbered,
             {Square::D5},
             {Square::D1, Square::C3, Square::F6}},
        Case{"Trap",
             "rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1",
             "g4e3 g1f3 e3d1 e1d1",
             StatementKind::Trap,
             {Square::D1},
             {},
             0,
             600},
        Case{"FreeMan",
             "7k/2p1b1pp/8/1p2P3/1P3r2/2P3Q1/1P5P/R4qBK b - - 0 1",
             "f1a1 g3g2",
             StatementKind::FreeMan,
             {Square::A1},
             {},
             0,
             500}),
    [](const testing::TestParamInfo<Case>& each) { return each.param.name; });

TEST(Motifs, MustExplainWhatIsWon) {
    const Position start = position_of("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1");
    EXPECT_TRUE(find_motif(start, line_of(start, "b5c7 e8d7 c7a8"), 500));
    EXPECT_FALSE(find_motif(start, line_of(start, "b5c7 e8d7 c7a8"), 1500)) << "a rook is not a queen and more";
    EXPECT_FALSE(find_motif(start, line_of(start, "b5c7 e8d7 c7d5"), 100)) << "nothing is taken";
    EXPECT_FALSE(find_motif(start, line_of(start, "e1e2 e8d7"), 100));
}

TEST(Motifs, ACheaperManNeedsNoNumbers) {
    const Position knight = position_of("4k3/4p3/5n2/6P1/8/8/8/4KR2 w - - 0 1");
    EXPECT_FALSE(find_motif(knight, line_of(knight, "g5f6 e7f6 f1f6"), 300));
    const Position even = position_of("4k3/8/5n2/3p4/8/2N5/8/4K3 w - - 0 1");
    EXPECT_FALSE(find_motif(even, line_of(even, "c3d5 f6e4"), 100)) << "attacked once and guarded once";
}

TEST(Motifs, APinnedManCouldLeaveTheLine) {
    // The pawn moves along the file only.
    const Position pawn = position_of("1n2k3/1p6/8/8/8/8/8/R3K3 w - - 0 1");
    EXPECT_FALSE(find_motif(pawn, line_of(pawn, "a1b1 e8d8 b1b7"), 100));
    // The knight takes a rook for the one behind it.
    const Position exchange = position_of("7k/8/1b6/2r5/3n4/8/4R3/4K1B1 w - - 0 1");
    EXPECT_FALSE(find_motif(exchange, line_of(exchange, "g1f2 h8g8 f2d4"), 100));
}

TEST(Motifs, ASkeweredManMustMove) {
    // The rook on d5 is guarded, and by a rook nobody is afraid of another one.
    const Position guarded = position_of("7k/8/2p5/3r1b2/8/8/8/R5K1 w - - 0 1");
    EXPECT_FALSE(find_motif(guarded, line_of(guarded, "a1a5 d5d1 g1f2 d1d2 f2e1 h8g8 a5f5"), 300));
}

TEST(Motifs, ATrappedManIsTaken) {
    const Position start = position_of("rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1");
    EXPECT_FALSE(find_motif(start, line_of(start, "g4e3 g1f3 e3f1"), 600));
    // The rook on g8 was attacked before: the point is the knight on e3.
    const Position attacked = position_of("5br1/1bk2NpB/7p/1pp1P3/3p4/4n2P/1r3PP1/R4RK1 w - - 3 23");
    const auto motif = find_motif(attacked, line_of(attacked, "f2e3 d4e3 h7g8 b2g2 g1h1"), 600);
    EXPECT_TRUE(!motif || motif->kind != StatementKind::Trap);
}

TEST(Motifs, NamesMates) {
    const Position smothered = position_of("r2q1r1k/2p1b1pp/p1n5/1p1Q1bN1/4n3/1BP1B3/PP3PPP/R4RK1 w - - 0 1");
    EXPECT_EQ(mate_pattern(smothered, line_of(smothered, "d5g8 f8g8 g5f7")), StatementKind::SmotheredMate);
    const Position back_rank = position_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    EXPECT_EQ(mate_pattern(back_rank, line_of(back_rank, "a1a8")), StatementKind::BackRankMate);
    const Position plain = position_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    EXPECT_EQ(mate_pattern(plain, line_of(plain, "a1a8")), std::nullopt);
    EXPECT_EQ(mate_pattern(back_rank, line_of(back_rank, "a1a7")), std::nullopt) << "not a mate";
}

}  // namespace
}  // namespace skua
