#include "lab/proof/proof_support.h"

namespace skua::lab::proof {
namespace {

// Facts after a quiet move of White's king, so that the line is one move long.
class FactChecks : public ProofTest {
protected:
    [[nodiscard]] static Told fact(const char* fen, StatementKind kind, Color owner, std::vector<PlacedPiece> men) {
        Told told(fen, kind, StatementRole::LeadsTo, "g1h1", "", LineFrom::After);
        told.statement.owner = owner;
        told.statement.men = std::move(men);
        told.statement.check = StatementCheck::Board;
        return told;
    }
    [[nodiscard]] static Told white(const char* fen, StatementKind kind, char piece, Square square) {
        return fact(fen, kind, Color::White, {man(piece, square)});
    }
};

TEST_F(FactChecks, LookAtPawns) {
    const char* const fen = "4k3/8/8/P2p4/3P1p2/5P2/5P2/6K1 w - - 0 1";
    expect_confirmed(white(fen, StatementKind::PassedPawn, 'P', Square::A5));
    expect_false(white(fen, StatementKind::PassedPawn, 'P', Square::D4), "the pawn on d5 can stop it");
    expect_false(white(fen, StatementKind::PassedPawn, 'P', Square::A6), "there is no such man on a6");
    expect_false(white(fen, StatementKind::PassedPawn, 'p', Square::D5), "there is no such man on d5");
    expect_confirmed(white(fen, StatementKind::DoubledPawns, 'P', Square::F2));
    expect_false(white(fen, StatementKind::DoubledPawns, 'P', Square::A5), "there is one pawn on the file");
    expect_confirmed(white(fen, StatementKind::IsolatedPawn, 'P', Square::A5));
    expect_confirmed(fact(fen, StatementKind::IsolatedPawn, Color::Black, {man('p', Square::D5)}));
    expect_false(white("4k3/8/8/8/3P4/4P3/8/6K1 w - - 0 1", StatementKind::IsolatedPawn, 'P', Square::D4),
                 "there are pawns beside it");
    expect_false(white(fen, StatementKind::IsolatedPawn, 'K', Square::H1), "there are pawns beside it");
    expect_false(fact(fen, StatementKind::PassedPawn, Color::White, {}), "no man is named");
}

TEST_F(FactChecks, LookAtPieces) {
    expect_confirmed(white("4k3/8/8/3N4/4P3/8/8/6K1 w - - 0 1", StatementKind::Outpost, 'N', Square::D5));
    expect_false(white("4k3/2p5/8/3N4/4P3/8/8/6K1 w - - 0 1", StatementKind::Outpost, 'N', Square::D5),
                 "the pawn on c7 can drive it away");
    expect_false(white("4k3/8/8/3N4/8/8/8/6K1 w - - 0 1", StatementKind::Outpost, 'N', Square::D5),
                 "no pawn guards it");
    expect_confirmed(fact("4k3/8/8/8/8/8/8/1BB3K1 w - - 0 1", StatementKind::BishopPair, Color::White,
                          {man('B', Square::B1), man('B', Square::C1)}));
    expect_false(fact("1bb1k3/8/8/8/8/8/8/1BB3K1 w - - 0 1", StatementKind::BishopPair, Color::White,
                      {man('B', Square::B1), man('B', Square::C1)}),
                 "it does not have the bishop pair alone");
    const char* const rooks = "4k3/R2p4/8/8/8/8/8/3R2K1 w - - 0 1";
    expect_confirmed(white(rooks, StatementKind::OpenFile, 'R', Square::A7));
    expect_false(white(rooks, StatementKind::OpenFile, 'R', Square::D1), "the file is not open");
    expect_confirmed(white(rooks, StatementKind::SeventhRank, 'R', Square::A7));
    expect_false(white(rooks, StatementKind::SeventhRank, 'R', Square::D1), "it is not a rook on the seventh rank");
}

TEST_F(FactChecks, KnowWhatIsKept) {
    Told pawn = white("4k3/8/8/P7/8/8/8/6K1 w - - 0 1", StatementKind::PassedPawn, 'P', Square::A5);
    expect_confirmed(pawn.number(1));
    Told bishops = fact("4k3/8/8/8/8/8/8/1BB3K1 w - - 0 1", StatementKind::BishopPair, Color::White,
                        {man('B', Square::B1), man('B', Square::C1)});
    expect_confirmed(bishops.number(1));
    Told taken("4k3/8/1p6/P7/8/8/8/6K1 w - - 0 1", StatementKind::PassedPawn, StatementRole::LeadsTo, "a5b6", "",
               LineFrom::After);
    taken.statement.men = {man('P', Square::B6)};
    taken.statement.owner = Color::White;
    expect_confirmed(taken);
    expect_false(taken.number(1), "there was no passed pawn before");
}

TEST_F(FactChecks, LookAtKings) {
    const char* const fen = "r3k3/4p3/8/8/8/8/q4PP1/6K1 w q - 0 1";
    expect_confirmed(white(fen, StatementKind::KingOnOpenFile, 'K', Square::H1));
    expect_false(fact(fen, StatementKind::KingOnOpenFile, Color::Black, {man('k', Square::E8)}),
                 "the file is not open");
    expect_confirmed(white(fen, StatementKind::CannotCastle, 'K', Square::H1));
    expect_false(fact(fen, StatementKind::CannotCastle, Color::Black, {man('k', Square::E8)}), "it can still castle");
}

TEST_F(FactChecks, Count) {
    Told ahead("rnbqkbnr/8/8/8/8/2N2N2/8/R1BQKB1R w - - 0 1", StatementKind::Development, StatementRole::LeadsTo,
               "a1b1", "", LineFrom::After);
    ahead.statement.owner = Color::White;
    ahead.statement.number = 2;
    expect_confirmed(ahead);
    ahead.statement.number = 3;
    expect_false(ahead, "it is ahead by 2");
}

TEST_F(FactChecks, CountMaterial) {
    Told ahead("4k3/8/8/3n4/8/8/8/3R2K1 w - - 0 1", StatementKind::AheadInMaterial, StatementRole::Better, "g1h1",
               "d1d5 e8e7 d5d4", LineFrom::Before);
    ahead.statement.owner = Color::White;
    ahead.statement.check = StatementCheck::Board;
    expect_confirmed(ahead.number(3));
    expect_false(ahead.number(4), "the line wins 3");
    Told named = ahead;
    named.statement.won = {man('n', Square::D5)};
    expect_confirmed(named.number(3));
    named.statement.won = {man('n', Square::E5)};
    expect_false(named.number(3), "the man on e5 does not fall");
    named.statement.won = {man('n', Square::D5)};
    named.statement.given = {man('R', Square::D1)};
    expect_false(named.number(3), "the man on d1 is not given");
    Told back("4k3/8/2p5/3n4/8/8/8/3R2K1 w - - 0 1", StatementKind::AheadInMaterial, StatementRole::Better, "g1h1",
              "d1d5", LineFrom::Before);
    back.statement.owner = Color::White;
    expect_false(back.number(3), "at the end of the line it can be won back");
    Told other = ahead;
    other.statement.owner = Color::Black;
    expect_false(other.number(3), "the line wins -3");
}

}  // namespace
}  // namespace skua::lab::proof
