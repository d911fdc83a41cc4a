#include "analysis/tablebase_reasons.h"

#include <gtest/gtest.h>

#include "analysis/statement_text.h"
#include "analysis/support.h"

namespace skua {
namespace {

TEST(TablebaseReasons, SayWhatAMoveThrowsAway) {
    tablebase::Tables tables;
    if (!tables.add_path(SKUA_SHARED_DATA "/syzygy").problems.empty() || tables.largest() < 3) {
        GTEST_SKIP() << "there are no tables";
    }
    // The opposition decides.
    const Position position = position_of("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    MoveAnalysis analysis;
    analysis.best.moves = {move_of(position, "e6d6")};
    analysis.move = move_of(position, "e6f5");
    analysis.played.moves = {analysis.move};
    Reasons reasons = find_tablebase_reasons(tables, true, ExplainedMove(Game(position), analysis));
    ASSERT_EQ(reasons.size(), 2U);
    EXPECT_EQ(to_text(reasons[0].statement, position, analysis.move), "Kf5 draws by the tablebases.");
    EXPECT_EQ(to_text(reasons[1].statement, position, analysis.move), "Better was Kd6, which wins by the tablebases.");
    // Both win: nothing to say.
    analysis.move = move_of(position, "e6f6");
    analysis.played.moves = {analysis.move};
    EXPECT_TRUE(find_tablebase_reasons(tables, true, ExplainedMove(Game(position), analysis)).empty());
    analysis.best.moves = {move_of(Position(), "e2e4")};
    analysis.move = move_of(Position(), "a2a3");
    EXPECT_TRUE(find_tablebase_reasons(tables, true, ExplainedMove(Game(), analysis)).empty()) << "too many pieces";
}

}  // namespace
}  // namespace skua
