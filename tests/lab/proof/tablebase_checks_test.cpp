#include "lab/proof/proof_support.h"

namespace skua::lab::proof {
namespace {

using TablebaseChecks = ProofTest;

Told told(StatementKind kind, const char* move) {
    Told result("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", kind, move);
    result.statement.check = StatementCheck::Tablebase;
    return result;
}

TEST_F(TablebaseChecks, AskTheTables) {
    if (engine_.set_option("SyzygyPath", SKUA_SHARED_DATA "/syzygy") || !engine_.tablebases() ||
        engine_.tablebases()->largest() < 3) {
        GTEST_SKIP() << "there are no tables";
    }
    expect_confirmed(told(StatementKind::TablebaseWin, "e6d6"));
    expect_false(told(StatementKind::TablebaseDraw, "e6d6"), "it does not draw");
    expect_confirmed(told(StatementKind::TablebaseDraw, "e6f5"));
    expect_false(told(StatementKind::TablebaseWin, "e6f5"), "it does not win");
    expect_false(told(StatementKind::TablebaseLoss, "e6f5"), "it does not lose");
}

TEST_F(TablebaseChecks, KnowTrades) {
    if (engine_.set_option("SyzygyPath", SKUA_SHARED_DATA "/syzygy") || !engine_.tablebases() ||
        engine_.tablebases()->largest() < 4) {
        GTEST_SKIP() << "there are no tables";
    }
    const auto trade = [](const char* fen, StatementKind kind, const PlacedPiece& taken) {
        Told result(fen, kind, "f1f8 g8f8");
        result.statement.check = StatementCheck::Tablebase;
        result.statement.men = {taken};
        return result;
    };
    const char* const won = "5rk1/8/3K4/4P3/8/8/8/5R2 w - - 0 1";
    expect_confirmed(trade(won, StatementKind::TradesIntoWin, man('r', Square::F8)));
    expect_false(trade(won, StatementKind::TradesIntoDraw, man('r', Square::F8)),
                 "the ending after the exchange is another one");
    expect_false(trade(won, StatementKind::TradesIntoWin, man('q', Square::F8)), "the named man is not exchanged");
    expect_confirmed(trade("5rk1/8/8/8/8/3K4/7P/5R2 w - - 0 1", StatementKind::TradesIntoDraw, man('r', Square::F8)));
}

TEST_F(TablebaseChecks, KnowZugzwang) {
    // Without tables a search must do.
    Told searched("4k3/4P3/8/3K4/8/8/8/8 w - - 0 1", StatementKind::Zugzwang, "d5d6");
    searched.statement.check = StatementCheck::Search;
    expect_confirmed(searched);
    Told free("4k3/8/8/3K4/8/8/4P3/8 w - - 0 1", StatementKind::Zugzwang, "e2e3");
    free.statement.check = StatementCheck::Search;
    expect_denied(free, "the opponent loses little by having to move");
    if (engine_.set_option("SyzygyPath", SKUA_SHARED_DATA "/syzygy") || !engine_.tablebases()) { return; }
    searched.statement.check = StatementCheck::Tablebase;
    expect_confirmed(searched);
    free.statement.check = StatementCheck::Tablebase;
    expect_false(free, "the opponent would do no better if it could pass");
}

TEST_F(TablebaseChecks, NeedTables) {
    EXPECT_EQ(check(told(StatementKind::TablebaseWin, "e6d6")).verdict, Verdict::NotChecked);
}

}  // namespace
}  // namespace skua::lab::proof
