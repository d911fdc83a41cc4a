#include "eval/score.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace skua {
namespace {

TEST(Score, TheScaleIsOrdered) {
    EXPECT_LT(DrawScore, MaxEvaluation);
    EXPECT_LT(MaxEvaluation, WinBound);
    EXPECT_LT(WinBound, MateBound);
    EXPECT_LT(MateBound, MateScore);
    EXPECT_LT(MateScore, InfiniteScore);
    EXPECT_NE(NoScore, InfiniteScore);
    EXPECT_GT(NoScore, InfiniteScore) << "no real score may look like none";
    EXPECT_LE(NoScore, std::numeric_limits<std::int16_t>::max()) << "scores are stored in 16 bits";
}

TEST(Score, MatesCountPlies) {
    EXPECT_EQ(mate_in(0), MateScore);
    EXPECT_EQ(mate_in(1), MateScore - 1);
    EXPECT_EQ(mated_in(0), -MateScore);
    EXPECT_EQ(mated_in(2), -MateScore + 2);
    for (Ply ply = 0; ply <= MaxPly; ++ply) {
        EXPECT_EQ(mate_in(ply), -mated_in(ply));
        EXPECT_TRUE(is_mate(mate_in(ply))) << ply;
        EXPECT_TRUE(is_mate(mated_in(ply))) << ply;
        EXPECT_TRUE(is_win(mate_in(ply))) << ply;
        EXPECT_TRUE(is_loss(mated_in(ply))) << ply;
        EXPECT_FALSE(is_loss(mate_in(ply))) << ply;
        EXPECT_FALSE(is_win(mated_in(ply))) << ply;
    }
}

TEST(Score, ShorterMatesAreBetterAndLaterDefeatsToo) {
    for (Ply ply = 0; ply < MaxPly; ++ply) {
        EXPECT_GT(mate_in(ply), mate_in(ply + 1));
        EXPECT_LT(mated_in(ply), mated_in(ply + 1));
    }
}

TEST(Score, EvaluationsAreNeverDecisive) {
    for (const Score score : {DrawScore, 1, -1, 5000, -5000, MaxEvaluation, -MaxEvaluation}) {
        EXPECT_FALSE(is_decisive(score)) << score;
        EXPECT_FALSE(is_mate(score)) << score;
    }
    EXPECT_TRUE(is_win(MaxEvaluation + 1));
    EXPECT_TRUE(is_loss(-MaxEvaluation - 1));
}

TEST(Score, TableWinsAreWinsButNoMates) {
    for (Ply ply = 0; ply <= MaxPly; ++ply) {
        const Score win = WinBound + ply;
        EXPECT_TRUE(is_win(win) && is_decisive(win)) << ply;
        EXPECT_TRUE(is_loss(-win) && is_decisive(-win)) << ply;
        EXPECT_FALSE(is_mate(win)) << ply;
        EXPECT_FALSE(is_mate(-win)) << ply;
    }
}

TEST(Pair, AddsBothHalves) {
    constexpr Pair a{10, -3};
    constexpr Pair b{-4, 8};
    EXPECT_EQ(a + b, (Pair{6, 5}));
    EXPECT_EQ(a - b, (Pair{14, -11}));
    EXPECT_EQ(-a, (Pair{-10, 3}));
    EXPECT_EQ(a - a, Pair{});
    Pair sum;
    sum += a;
    sum += b;
    sum -= a;
    EXPECT_EQ(sum, b);
    EXPECT_NE(a, b);
}

}  // namespace
}  // namespace skua
