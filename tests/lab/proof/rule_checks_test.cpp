#include "lab/proof/proof_support.h"

namespace skua::lab::proof {
namespace {

using RuleChecks = ProofTest;

TEST_F(RuleChecks, KnowStalemate) {
    expect_confirmed(Told("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", StatementKind::Stalemate, "f1f7"));
    expect_false(Told("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", StatementKind::Stalemate, "f1f6"),
                 "after the move it is not stalemate");
    expect_false(Told("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", StatementKind::Stalemate, "f1f8"),
                 "after the move it is not stalemate");
}

TEST_F(RuleChecks, KnowTheOnlyMove) {
    expect_confirmed(Told("7k/8/8/8/8/8/6q1/7K w - - 0 1", StatementKind::ForcedMove, "h1g2"));
    expect_false(Told(StartFen, StatementKind::ForcedMove, "e2e4"), "there are other legal moves");
}

TEST_F(RuleChecks, CountRepetitions) {
    Told told("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", StatementKind::Repetition, "a1a2");
    for (int i = 0; i < 2; ++i) {
        for (const char* const move : {"a1a2", "e8e7", "a2a1", "e7e8"}) {
            told.game.play(move_of(told.game.position(), move));
        }
    }
    expect_confirmed(told);
    Told early = told;
    for (int i = 0; i < 4; ++i) { early.game.undo(); }
    expect_false(early, "the position was not there twice before");
}

TEST_F(RuleChecks, CountMoves) {
    expect_confirmed(Told("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", StatementKind::FiftyMoves, "a1a2"));
    expect_false(Told("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", StatementKind::FiftyMoves, "a1a2"),
                 "fewer than fifty moves have passed");
}

TEST_F(RuleChecks, CountMen) {
    const char* const fen = "4k3/8/8/8/8/8/1p6/B3K1n1 w - - 0 1";
    expect_false(Told(fen, StatementKind::InsufficientMaterial, "a1b2"), "there is enough material to mate");
    expect_confirmed(Told("4k3/8/8/8/8/8/1p6/B3K3 w - - 0 1", StatementKind::InsufficientMaterial, "a1b2"));
    expect_confirmed(Told("4kb2/8/8/8/8/8/1p6/B3K3 w - - 0 1", StatementKind::InsufficientMaterial, "a1b2"));
    expect_false(Told("2b1k3/8/8/8/8/8/1p6/B3K3 w - - 0 1", StatementKind::InsufficientMaterial, "a1b2"),
                 "there is enough material to mate");
}

TEST_F(RuleChecks, AskTheBook) {
    Told told(StartFen, StatementKind::LeavesBook, "a2a4");
    const auto book = engine_.book();
    ASSERT_TRUE(book);
    const auto known = (*book)->moves(told.game);
    ASSERT_FALSE(known.empty());
    told.statement.moves = {known[0].move};
    expect_confirmed(told);
    told.statement.moves = {move_of(Position(), "h2h4")};
    expect_false(told, "the book does not play the named move most often");
    Told in_book(StartFen, StatementKind::LeavesBook, to_uci(known[0].move));
    in_book.statement.moves = {known[0].move};
    expect_false(in_book, "the move is in the opening book");
}

}  // namespace
}  // namespace skua::lab::proof
