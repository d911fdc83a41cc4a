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

std::vector<std::string> merits_of(const tablebase::Tables& tables, const char* fen, const char* line,
                                   MoveLabel label = MoveLabel::Best) {
    const Position position = position_of(fen);
    MoveAnalysis analysis;
    analysis.played.moves = analysis.best.moves = line_of(position, line);
    analysis.move = analysis.played.first();
    analysis.label = label;
    std::vector<std::string> texts;
    for (const Reason& reason : find_tablebase_merits(tables, true, ExplainedMove(Game(position), analysis))) {
        texts.push_back(to_text(reason.statement, position, analysis.move));
    }
    return texts;
}

TEST(TablebaseReasons, KnowZugzwangAndTrades) {
    tablebase::Tables tables;
    if (!tables.add_path(SKUA_SHARED_DATA "/syzygy").problems.empty() || tables.largest() < 4) {
        GTEST_SKIP() << "there are no tables";
    }
    using Texts = std::vector<std::string>;
    EXPECT_EQ(merits_of(tables, "4k3/4P3/8/3K4/8/8/8/8 w - - 0 1", "d5d6"), Texts{"Kd6 puts Black in zugzwang."});
    EXPECT_EQ(merits_of(tables, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "e6f6"), Texts{}) << "it wins anyway";
    EXPECT_EQ(merits_of(tables, "5rk1/8/3K4/4P3/8/8/8/5R2 w - - 0 1", "f1f8 g8f8 d6d7"),
              Texts{"Rxf8+ trades into a won ending (1.Rxf8+ Kxf8)."});
    EXPECT_EQ(merits_of(tables, "5rk1/8/8/8/8/3K4/7P/5R2 w - - 0 1", "f1f8 g8f8 d3d4"), Texts{}) << "a draw";
    // The line of the search may go another way.
    EXPECT_EQ(merits_of(tables, "8/5k2/8/8/1K6/1B6/b4P2/8 b - - 0 1", "a2b3 b4c3", MoveLabel::Only),
              Texts{"Bxb3 trades into a drawn ending (1...Bxb3 2.Kxb3)."});
    EXPECT_EQ(merits_of(tables, "8/5k2/8/8/1K6/1B6/b4P2/8 b - - 0 1", "a2b3 b4b3"), Texts{}) << "others draw too";
}

}  // namespace
}  // namespace skua
