#include "lab/proof/proof_support.h"

namespace skua::lab::proof {
namespace {

using RoleChecks = ProofTest;

constexpr const char* BackRank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

TEST_F(RoleChecks, CompareTheLineWithTheMove) {
    Told does(BackRank, StatementKind::Checkmate, "a1a8");
    does.explained = move_of(does.game.position(), "a1a7");
    expect_false(does, "the line does not begin with the move that is explained");
    Told better(BackRank, StatementKind::Checkmate, StatementRole::Better, "a1a7", "a1a8", LineFrom::Before);
    expect_confirmed(better);
    better.explained = better.statement.line[0];
    expect_false(better, "the better move is the one that is explained");
    better.statement.line.clear();
    expect_false(better, "no better move is named");
    Told allows(BackRank, StatementKind::WinsMaterial, StatementRole::Allows, "a1a7", "0000", LineFrom::After);
    expect_false(allows, "the line does not begin with a reply to the move");
    Told threat(BackRank, StatementKind::Checkmate, StatementRole::Threatens, "a1a7", "g8f8", LineFrom::After);
    expect_false(threat, "the line of the threat does not begin with a pass after the move");
    Told leads(BackRank, StatementKind::OpenFile, StatementRole::LeadsTo, "a1a7", "a1a7", LineFrom::Before);
    expect_false(leads, "the line does not begin after the move");
    Told named(BackRank, StatementKind::Checkmate, "a1a8");
    named.statement.moves = {Move::normal(Square::A1, Square::B3)};
    expect_false(named, "a named move is not legal");
}

TEST_F(RoleChecks, AskWhetherItWasAThreat) {
    // The rook on d5 hangs, and the king's move does nothing about it.
    const char* const fen = "4k3/pp6/4p3/3R4/8/8/PP6/4K3 w - - 0 1";
    Told leaves(fen, StatementKind::WinsMaterial, StatementRole::Leaves, "e1e2", "e6d5", LineFrom::After);
    leaves.number(5);
    expect_confirmed(leaves);
    // Here it is put there.
    Told allows("4k3/pp6/4p3/8/8/8/PP6/3RK3 w - - 0 1", StatementKind::WinsMaterial, StatementRole::Leaves, "d1d5",
                "e6d5", LineFrom::After);
    allows.number(5);
    expect_false(allows, "the reply was not possible before the move");
    Told guarded("4k3/pp6/1n6/3R4/8/2N5/PP6/4K3 w - - 0 1", StatementKind::WinsMaterial, StatementRole::Leaves, "c3b1",
                 "b6d5", LineFrom::After);
    guarded.number(5);
    expect_denied(guarded, "before the move this was no threat");
    Told mate("6k1/8/8/8/8/8/r4PPP/6K1 w - - 0 1", StatementKind::Checkmate, StatementRole::Leaves, "h2h3", "a2a1",
              LineFrom::After);
    mate.statement.line = {move_of(position_of("6k1/8/8/8/8/7P/r4PP1/6K1 b - - 0 1"), "a2a1")};
    expect_false(mate, "the line does not end in mate");
    Told check("6k1/8/8/8/8/8/r3rPPP/R5K1 w - - 0 1", StatementKind::BackRankMate, StatementRole::Leaves, "a1d1",
               "a2a1 d1a1 e2e1 a1e1", LineFrom::After);
    expect_false(check, "the line does not end in mate");
}

TEST_F(RoleChecks, CompareMoves) {
    const char* const fen = "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1";
    Told better(fen, StatementKind::WinsMaterial, StatementRole::Better, "e1e2", "d1d8 e8d8", LineFrom::Before);
    better.number(4);
    expect_confirmed(better);
    // Both take the queen for nothing.
    Told same("3qk3/8/8/6B1/8/8/8/3RK3 w - - 0 1", StatementKind::WinsMaterial, StatementRole::Better, "g5d8",
              "d1d8 e8f7", LineFrom::Before);
    same.number(9);
    expect_denied(same, "the better move is not better");
}

}  // namespace
}  // namespace skua::lab::proof
