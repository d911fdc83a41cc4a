#include "lab/proof/proof_support.h"

namespace skua::lab::proof {
namespace {

using MaterialChecks = ProofTest;

constexpr const char* Fork = "4k3/8/q7/3N4/8/8/6P1/4K3 w - - 0 1";
constexpr const char* ForkLine = "d5c7 e8d7 c7a6";

Told fork() {
    Told told(Fork, StatementKind::Fork, ForkLine);
    told.statement.men = {man('k', Square::E8), man('q', Square::A6)};
    told.statement.won = {man('q', Square::A6)};
    return told.number(9);
}

TEST_F(MaterialChecks, CountWhatTheLineWins) {
    expect_confirmed(fork());
    expect_false(fork().number(10), "the line wins 9 pawns, not 10");
    expect_false(fork().number(0), "nothing is won");
    // The knight takes a guarded pawn: the line ends before it is taken.
    Told cut("4k3/8/2p5/3p4/5N2/8/8/4K3 w - - 0 1", StatementKind::WinsMaterial, "f4d5");
    expect_false(cut.number(1), "at the end of the line 3 pawns can be won back");
}

TEST_F(MaterialChecks, LookForTheNamedMen) {
    Told wrong = fork();
    wrong.statement.won = {man('k', Square::E8)};
    expect_false(wrong, "the man on e8 does not fall");
    Told given = fork();
    given.statement.given = {man('P', Square::G2)};
    expect_false(given, "the man on g2 is not given");
    Told less = fork();
    expect_false(less.number(8), "the named men are worth more than what is won");
    // "Material, here the queen" says that the line wins no less than what is forced.
    less.statement.is_exact = false;
    expect_confirmed(less.number(8));
    less.statement.won.clear();
    less.statement.given = {man('N', Square::D5)};
    expect_false(less, "the man on d5 is not given");
}

TEST_F(MaterialChecks, AskALongerSearch) {
    // The rook goes to a square where it is taken only if Black is asked nicely.
    Told bad("3r2k1/5ppp/8/8/8/8/1r3PPP/R5K1 w - - 0 1", StatementKind::WinsMaterial, "a1a2 b2b8 a2b2 b8b2");
    EXPECT_EQ(check(bad.number(5)).verdict, Verdict::Refuted);
    Told wishful("3r2k1/5ppp/8/8/8/8/1q3PPP/3R2K1 w - - 0 1", StatementKind::WinsMaterial, "d1d8");
    expect_confirmed(wishful.number(5));
    Told helped("4k3/8/8/8/1n6/8/8/R3K3 w - - 0 1", StatementKind::WinsMaterial, "a1a4 b4d5 a4d4 d5c3 d4c4 c3e4 c4e4");
    const Finding finding = check(helped.number(3));
    EXPECT_EQ(finding.verdict, Verdict::Refuted);
}

TEST_F(MaterialChecks, KnowStoppedThreats) {
    const char* const fen = "4k3/pp6/4p3/3R4/8/8/PP6/4K3 w - - 0 1";
    Told stops(fen, StatementKind::StopsLoss, StatementRole::Does, "d5d1", "0000 e6d5", LineFrom::Before);
    expect_confirmed(stops.number(5));
    Told fails(fen, StatementKind::StopsLoss, StatementRole::Does, "e1e2", "0000 e6d5", LineFrom::Before);
    expect_denied(fails.number(5), "the move still wins as much as it threatened to");
    Told instead = fails;
    instead.statement.role = StatementRole::Better;
    instead.statement.moves = {move_of(fails.game.position(), "d5d1")};
    expect_confirmed(instead);
}

TEST_F(MaterialChecks, KnowHowThreatsAreMet) {
    const auto meets = [](StatementKind kind, const char* move, const PlacedPiece& named) {
        Told told("4k3/pp5p/8/8/r4B2/8/PPP4P/2N1K3 w - - 0 1", kind, StatementRole::Does, move, "0000 a4f4",
                  LineFrom::Before);
        (kind == StatementKind::Blocks ? told.statement.others : told.statement.men) = {named};
        return told.number(3);
    };
    const PlacedPiece bishop = man('B', Square::F4);
    const PlacedPiece rook = man('r', Square::A4);
    expect_confirmed(meets(StatementKind::Rescues, "f4e3", bishop));
    expect_false(meets(StatementKind::Rescues, "c1e2", bishop), "another man moves");
    expect_confirmed(meets(StatementKind::GuardsAgainst, "c1e2", bishop));
    expect_false(meets(StatementKind::GuardsAgainst, "a2a3", bishop), "the man is not guarded");
    expect_confirmed(meets(StatementKind::Blocks, "c2c4", rook));
    expect_false(meets(StatementKind::Blocks, "c2c3", rook), "the line is not blocked");
    expect_false(meets(StatementKind::Blocks, "c2c4", bishop), "the threat is another man's");
    expect_false(meets(StatementKind::TakesAttacker, "c2c4", rook), "the attacker is not taken");
    expect_false(meets(StatementKind::Rescues, "f4e3", man('N', Square::F4)), "the named man is not there");
}

TEST_F(MaterialChecks, KnowThreatsBehindMoves) {
    const char* const fen = "4k3/pp6/8/3r4/8/5K2/PP2P3/8 w - - 0 1";
    Told threat(fen, StatementKind::WinsMaterial, StatementRole::Threatens, "e2e4", "0000 e4d5", LineFrom::After);
    expect_confirmed(threat.number(5));
    expect_false(threat.number(6), "the line wins 5 pawns, not 6");
}

TEST_F(MaterialChecks, KnowRecaptures) {
    Told back("4k3/8/8/3p4/4P3/8/8/3QK3 b - - 0 1", StatementKind::Recapture, "d5e4");
    back.game.play(move_of(back.game.position(), "d5e4"));
    back.statement.role = StatementRole::Does;
    back.explained = move_of(back.game.position(), "d1d4");
    back.statement.line = {back.explained};
    back.statement.men = {man('p', Square::E4)};
    EXPECT_EQ(check(back.number(1)).verdict, Verdict::Refuted) << "it takes nothing";
    Told taking("4k3/8/8/3p4/4P3/3Q4/8/4K3 b - - 0 1", StatementKind::Recapture, "d5e4");
    taking.game.play(move_of(taking.game.position(), "d5e4"));
    taking.explained = move_of(taking.game.position(), "d3e4");
    taking.statement.line = {taking.explained};
    taking.statement.men = {man('p', Square::E4)};
    expect_confirmed(taking.number(1));
    taking.game = Game(taking.game.position());
    expect_false(taking, "nothing is taken back");
}

TEST_F(MaterialChecks, KnowPromotions) {
    const char* const fen = "8/P7/8/8/8/8/1P4k1/4K3 w - - 0 1";
    Told promotes(fen, StatementKind::Promotes, "a7a8q g2g3");
    promotes.statement.men = {man('P', Square::A7)};
    expect_confirmed(promotes.number(8));
    promotes.statement.men = {man('P', Square::B2)};
    expect_false(promotes, "the pawn does not promote in the line");
}

TEST_F(MaterialChecks, KnowSacrifices) {
    // The king leaves the knight, for which there is a reward.
    Told sound("r4rk1/p4pb1/1p4p1/2nq4/6N1/P5P1/1BQ2PKP/5R2 w - - 0 31", StatementKind::Sacrifice,
               "g2h3 d5h5 h3g2 g7b2 c2b2 h5g4");
    sound.statement.won = {man('N', Square::G4)};
    expect_confirmed(sound.number(3));
    sound.statement.won = {man('B', Square::G4)};
    expect_false(sound, "the man on g4 does not fall");
    const char* const fen = "r2q1r1k/2p1b1pp/p1n5/1p1Q1bN1/4n3/1BP1B3/PP3PPP/R4RK1 w - - 0 1";
    Told wrong(fen, StatementKind::Sacrifice, "d5e4 f5e4");
    wrong.statement.won = {man('Q', Square::E4)};
    wrong.statement.given = {man('n', Square::E4)};
    EXPECT_EQ(check(wrong.number(9)).verdict, Verdict::Refuted);
}

}  // namespace
}  // namespace skua::lab::proof
