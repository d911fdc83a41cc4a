#include "engine/wdl.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace skua {
namespace {

TEST(Wdl, AddsUpToOneThousand) {
    for (Score score = -InfiniteScore; score <= InfiniteScore; ++score) {
        const Wdl wdl = wdl_of(score);
        ASSERT_EQ(wdl.win + wdl.draw + wdl.loss, 1000) << score;
        ASSERT_GE(wdl.win, 0) << score;
        ASSERT_GE(wdl.draw, 0) << score;
        ASSERT_GE(wdl.loss, 0) << score;
    }
}

TEST(Wdl, IsTheSameForBothSides) {
    for (Score score = 0; score <= InfiniteScore; score += 7) {
        const Wdl ours = wdl_of(score);
        const Wdl theirs = wdl_of(-score);
        ASSERT_EQ(ours.win, theirs.loss) << score;
        ASSERT_EQ(ours.draw, theirs.draw) << score;
        ASSERT_EQ(ours.loss, theirs.win) << score;
    }
}

TEST(Wdl, RisesWithTheScore) {
    for (Score score = -3000; score < 3000; ++score) {
        ASSERT_LE(wdl_of(score).win, wdl_of(score + 1).win) << score;
        ASSERT_GE(wdl_of(score).loss, wdl_of(score + 1).loss) << score;
    }
    EXPECT_GT(wdl_of(200).win, wdl_of(0).win);
}

TEST(Wdl, APawnWinsHalfOfTheGames) {
    EXPECT_NEAR(wdl_of(100).win, 500, 1);
    EXPECT_LT(wdl_of(0).win, 500);
    EXPECT_EQ(wdl_of(0).win, wdl_of(0).loss);
}

TEST(Wdl, TheScaleIsThatOfTheJudge) {
    for (const EvaluatorKind judge : {EvaluatorKind::Nnue, EvaluatorKind::Classical}) {
        EXPECT_EQ(to_shown(0, judge), 0);
        for (Score shown = -1000; shown <= 1000; ++shown) {
            ASSERT_EQ(to_shown(from_shown(shown, judge), judge), shown);
        }
        EXPECT_EQ(to_shown(-300, judge), -to_shown(300, judge));
        for (Score score = -2000; score < 2000; ++score) {
            ASSERT_LE(to_shown(score, judge), to_shown(score + 1, judge));
        }
        for (const Score certain : {mate_in(5), mated_in(4), WinBound, -WinBound}) {
            EXPECT_EQ(to_shown(certain, judge), certain);
        }
        EXPECT_LE(std::abs(to_shown(MaxEvaluation, judge)), MaxEvaluation);
    }
}

TEST(Wdl, KnowsWhatIsCertain) {
    EXPECT_EQ(wdl_of(mate_in(5)).win, 1000);
    EXPECT_EQ(wdl_of(mated_in(4)).loss, 1000);
    EXPECT_EQ(wdl_of(WinBound).win, 1000);
    EXPECT_EQ(wdl_of(-WinBound).loss, 1000);
    EXPECT_LE(wdl_of(MaxEvaluation).loss, 1);
}

}  // namespace
}  // namespace skua
