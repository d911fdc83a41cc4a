#include "lab/proof/checks.h"
#include "lab/proof/proof_support.h"

namespace skua::lab::proof {
namespace {

struct MotifCase {
    std::string name;
    const char* fen;
    const char* line;
    StatementKind kind;
    std::vector<PlacedPiece> men;
    std::vector<PlacedPiece> others;
    std::size_t deed = 0;
};

class MotifChecks : public testing::TestWithParam<MotifCase> {
protected:
    [[nodiscard]] Finding check(const Told& told) {
        const auto line = ReplayedLine::replay(told.game, told.explained, told.statement);
        if (!line) { return is_false(line.error()); }
        return check_motif({told.game, told.explained, told.statement, *line, searches_});
    }
    static Told told_of(const MotifCase& each) {
        Told told(each.fen, each.kind, each.line);
        told.statement.men = each.men;
        told.statement.others = each.others;
        told.statement.deed = each.deed;
        return told;
    }

private:
    Engine engine_;
    Searches searches_{engine_, {1'000, 1}};
};

TEST_P(MotifChecks, ConfirmWhatIsTrue) {
    const Finding finding = check(told_of(GetParam()));
    EXPECT_TRUE(finding.is_confirmed()) << finding.reason;
}

// On every other square each of the men would be a falsehood.
TEST_P(MotifChecks, RefuteOtherSquares) {
    for (const bool of_others : {false, true}) {
        const std::size_t count = (of_others ? GetParam().others : GetParam().men).size();
        for (std::size_t i = 0; i < count; ++i) {
            for (int square = 0; square < 64; ++square) {
                Told told = told_of(GetParam());
                PlacedPiece& named = (of_others ? told.statement.others : told.statement.men)[i];
                if (named.square == square_at(square)) { continue; }
                named.square = square_at(square);
                EXPECT_EQ(check(told).verdict, Verdict::Refuted) << to_string(square_at(square));
            }
        }
    }
}

TEST_P(MotifChecks, RefuteOtherPieces) {
    for (const Piece piece : {Piece::WhitePawn, Piece::BlackPawn}) {
        Told told = told_of(GetParam());
        if (told.statement.men[0].piece == piece) { continue; }
        told.statement.men[0].piece = piece;
        EXPECT_EQ(check(told).verdict, Verdict::Refuted);
    }
    Told told = told_of(GetParam());
    told.statement.men.clear();
    EXPECT_EQ(check(told).verdict, Verdict::Refuted);
}

TEST_P(MotifChecks, RefuteOtherMoves) {
    // The opponent's move, and none at all.
    Told told = told_of(GetParam());
    told.statement.deed = 1;
    EXPECT_EQ(check(told).verdict, Verdict::Refuted);
    told.statement.deed = 50;
    EXPECT_EQ(check(told).verdict, Verdict::Refuted);
}

INSTANTIATE_TEST_SUITE_P(All, MotifChecks,
                         testing::Values(MotifCase{"Fork",
                                                   "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1",
                                                   "b5c7 e8d7 c7a8",
                                                   StatementKind::Fork,
                                                   {man('k', Square::E8), man('r', Square::A8)},
                                                   {}},
                                         MotifCase{"LateFork",
                                                   "5rk1/pp4p1/2n1p2p/2Npq3/2p5/6P1/P3P1BP/R4Q1K w - - 0 1",
                                                   "f1f8 g8f8 c5d7 f8e7 d7e5 c6e5",
                                                   StatementKind::Fork,
                                                   {man('k', Square::F8), man('q', Square::E5)},
                                                   {},
                                                   2},
                                         MotifCase{"DiscoveredAttack",
                                                   "7k/1b1r2p1/p6p/1p2qN2/3bP3/3Q4/P5PP/1B1R3K b - - 0 1",
                                                   "d4g1 h1g1 d7d3 b1d3 b7e4",
                                                   StatementKind::DiscoveredAttack,
                                                   {man('Q', Square::D3)},
                                                   {man('r', Square::D7)}},
                                         MotifCase{"DiscoveredCheck",
                                                   "4k3/8/8/8/4N3/8/8/K3R2q w - - 0 1",
                                                   "e4g3 e8d7 g3h1",
                                                   StatementKind::DiscoveredCheck,
                                                   {man('R', Square::E1)},
                                                   {}},
                                         MotifCase{"DoubleCheck",
                                                   "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1",
                                                   "e4d6 e8d7",
                                                   StatementKind::DoubleCheck,
                                                   {man('R', Square::E1), man('N', Square::D6)},
                                                   {}},
                                         MotifCase{"Skewer",
                                                   "q7/8/8/3k4/8/8/8/5BK1 w - - 0 1",
                                                   "f1g2 d5d4 g2a8",
                                                   StatementKind::Skewer,
                                                   {man('k', Square::D5)},
                                                   {man('q', Square::A8)}},
                                         MotifCase{"PinToKing",
                                                   "6k1/6p1/p7/3Pn3/5p2/4rBqP/P4RP1/5QK1 b - - 0 1",
                                                   "e3e1 d5d6 e1f1 f2f1",
                                                   StatementKind::PinToKing,
                                                   {man('Q', Square::F1)},
                                                   {man('K', Square::G1)}},
                                         MotifCase{"PinToPiece",
                                                   "3r2k1/1p1b1pp1/pq5p/8/3NR3/2PQ3P/PP3PP1/6K1 b - - 0 1",
                                                   "d7f5 d3b1 f5e4 b1e4 b6b2",
                                                   StatementKind::PinToPiece,
                                                   {man('R', Square::E4)},
                                                   {man('Q', Square::D3)}},
                                         MotifCase{"Deflection",
                                                   "3r4/2p1rk2/1pQq1pp1/7p/1P1P4/P4P2/6PP/R1R3K1 b - - 0 1",
                                                   "e7e1 c1e1 d6c6",
                                                   StatementKind::Deflection,
                                                   {man('Q', Square::C6)},
                                                   {man('R', Square::C1)}},
                                         MotifCase{"Overload",
                                                   "n2r2k1/5ppp/8/3n4/8/8/5PPP/Q2R2K1 w - - 0 1",
                                                   "d1d5 d8d5 a1a8",
                                                   StatementKind::Overload,
                                                   {man('n', Square::D5), man('n', Square::A8)},
                                                   {man('r', Square::D8)}},
                                         MotifCase{"RemovesGuard",
                                                   "2k4r/1pr1n3/p1p1q2p/5pp1/3P1P2/P1P1P3/1R2Q1PP/1RB3K1 w - - 0 1",
                                                   "b2b7 c8d8 e2a6",
                                                   StatementKind::RemovesGuard,
                                                   {man('p', Square::A6)},
                                                   {man('p', Square::B7)}},
                                         MotifCase{"Outnumbered",
                                                   "4k3/8/5n2/3p4/8/2N5/8/3RK3 w - - 0 1",
                                                   "c3d5 f6d5 d1d5",
                                                   StatementKind::Outnumbered,
                                                   {man('p', Square::D5)},
                                                   {man('R', Square::D1), man('N', Square::C3), man('n', Square::F6)}},
                                         MotifCase{"PinnedGuard",
                                                   "r4kr1/ppp5/4bq1b/7B/2PR1Q1p/2N3P1/PP3P1P/2K1R3 w - - 0 1",
                                                   "e1e6 h6f4 d4f4 f6f4 g3f4",
                                                   StatementKind::PinnedGuard,
                                                   {man('b', Square::E6)},
                                                   {man('q', Square::F6)}},
                                         MotifCase{"Trap",
                                                   "rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1",
                                                   "g4e3 g1f3 e3d1 e1d1",
                                                   StatementKind::Trap,
                                                   {man('Q', Square::D1)},
                                                   {}},
                                         MotifCase{"FreeMan",
                                                   "7k/2p1b1pp/8/1p2P3/1P3r2/2P3Q1/1P5P/R4qBK b - - 0 1",
                                                   "f1a1 g3g2",
                                                   StatementKind::FreeMan,
                                                   {man('R', Square::A1)},
                                                   {}}),
                         [](const testing::TestParamInfo<MotifCase>& each) { return each.param.name; });

using GuardChecks = ProofTest;

TEST_F(GuardChecks, SeeThroughTheCapturingMan) {
    // The rook on d8 guards the knight as soon as ours has left d7.
    Told told("3r2k1/3R4/8/8/3n4/8/8/6K1 w - - 0 1", StatementKind::FreeMan, "d7d4 d8d4");
    told.statement.men = {man('n', Square::D4)};
    EXPECT_EQ(check(told.number(3)).verdict, Verdict::Refuted);
    Told guarded("6k1/3R4/8/8/3n4/4p3/8/6K1 w - - 0 1", StatementKind::FreeMan, "d7d4 g8f7");
    guarded.statement.men = {man('n', Square::D4)};
    expect_confirmed(guarded.number(3));
}

TEST_F(GuardChecks, APinnedManCouldLeaveTheLine) {
    Told along("1n2k3/1p6/8/8/8/8/8/R3K3 w - - 0 1", StatementKind::PinToPiece, "a1b1 e8d8 b1b7");
    along.statement.men = {man('p', Square::B7)};
    along.statement.others = {man('n', Square::B8)};
    expect_false(along.number(1), "the man can't leave the line anyway");
    // The knight may take a rook for the one behind it, or give check.
    Told exchange("7k/8/1b6/2r5/3n4/8/4R3/4K1B1 w - - 0 1", StatementKind::PinToPiece, "g1f2 h8g8 f2d4");
    exchange.statement.men = {man('n', Square::D4)};
    exchange.statement.others = {man('r', Square::C5)};
    expect_false(exchange.number(1), "the man can go to ");
}

TEST_F(GuardChecks, ASkeweredManMustMove) {
    Told told("7k/7p/6b1/3p1p2/4r3/3r4/2R5/2R3K1 w - - 0 1", StatementKind::Skewer, "c2c3 h8g8 c3d3 e4d4");
    told.statement.men = {man('r', Square::D3)};
    told.statement.others = {man('p', Square::H3)};
    EXPECT_EQ(check(told.number(1)).verdict, Verdict::Refuted);
}

}  // namespace
}  // namespace skua::lab::proof
