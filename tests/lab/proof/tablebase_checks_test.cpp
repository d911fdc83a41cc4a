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

TEST_F(TablebaseChecks, NeedTables) {
    EXPECT_EQ(check(told(StatementKind::TablebaseWin, "e6d6")).verdict, Verdict::NotChecked);
}

}  // namespace
}  // namespace skua::lab::proof
