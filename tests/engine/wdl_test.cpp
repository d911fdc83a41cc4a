#include "engine/wdl.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

Wdl wdl(int centipawns) { return wdl_of(Centipawns{centipawns}); }

TEST(Wdl, AddsUpToOneThousand) {
    for (int score = -MaxCentipawns; score <= MaxCentipawns; ++score) {
        const Wdl chances = wdl(score);
        ASSERT_EQ(chances.win + chances.draw + chances.loss, 1000) << score;
        ASSERT_GE(chances.win, 0) << score;
        ASSERT_GE(chances.draw, 0) << score;
        ASSERT_GE(chances.loss, 0) << score;
    }
}

TEST(Wdl, IsTheSameForBothSides) {
    for (int score = 0; score <= MaxCentipawns; score += 7) {
        const Wdl ours = wdl(score);
        const Wdl theirs = wdl(-score);
        ASSERT_EQ(ours.win, theirs.loss) << score;
        ASSERT_EQ(ours.draw, theirs.draw) << score;
        ASSERT_EQ(ours.loss, theirs.win) << score;
    }
}

TEST(Wdl, RisesWithTheScore) {
    for (int score = -3000; score < 3000; ++score) {
        ASSERT_LE(wdl(score).win, wdl(score + 1).win) << score;
        ASSERT_GE(wdl(score).loss, wdl(score + 1).loss) << score;
    }
    EXPECT_GT(wdl(200).win, wdl(0).win);
}

TEST(Wdl, APawnWinsHalfOfTheGames) {
    EXPECT_NEAR(wdl(100).win, 500, 1);
    EXPECT_LT(wdl(0).win, 500);
    EXPECT_EQ(wdl(0).win, wdl(0).loss);
}

TEST(Wdl, KnowsWhatIsCertain) {
    EXPECT_EQ(wdl_of(MateIn{3, true}), CertainWin);
    EXPECT_EQ(wdl_of(MateIn{2, false}), CertainLoss);
    EXPECT_EQ(wdl_of(MateIn{0, false}), CertainLoss);
    EXPECT_EQ(wdl_of(TablebaseWin{20, true}), CertainWin);
    EXPECT_EQ(wdl_of(TablebaseWin{20, false}), CertainLoss);
    EXPECT_LE(wdl(MaxCentipawns).loss, 1);
    EXPECT_EQ(CertainDraw, (Wdl{0, 1000, 0}));
}

}  // namespace
}  // namespace skua
