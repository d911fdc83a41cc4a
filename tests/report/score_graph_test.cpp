#include "report/score_graph.h"

#include <gtest/gtest.h>

#include "report/support.h"

namespace skua {
namespace {

TEST(ScoreGraphTest, LeadsToEveryMoveAndMarksErrors) {
    const FoolsMate fool;
    const std::string text = score_graph(fool.game, fool.analysis, 7);
    expect_well_formed(text);
    for (std::size_t ply = 1; ply <= 4; ++ply) {
        EXPECT_NE(text.find("href=\"#" + move_anchor(7, ply) + '"'), std::string::npos) << ply;
    }
    EXPECT_EQ(count_of(text, "class=\"mark "), 1U);
    EXPECT_NE(text.find("aria-label=\"2.g4?"
                        "? blunder\""),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("middlegame"), std::string::npos);
    // From 55 points at the left to none at the right.
    EXPECT_NE(text.find("M34 90.8L"), std::string::npos) << text;
    EXPECT_NE(text.find("L790 192\"/>"), std::string::npos) << text;
}

TEST(ScoreGraphTest, IsEmptyWithoutMoves) { EXPECT_EQ(score_graph({}, {}, 1), ""); }

}  // namespace
}  // namespace skua
