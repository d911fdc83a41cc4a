#include "engine/strength.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace skua {
namespace {

TEST(Strength, IsFullUnlessLimited) {
    EXPECT_FALSE(strength_limit({}, Position()));
    EXPECT_FALSE(strength_limit({MaxSkillLevel, true, HighestElo}, Position()));
    EXPECT_FALSE(strength_limit({MaxSkillLevel, false, LowestElo}, Position())) << "the Elo counts only when limited";
    EXPECT_FALSE(strength_limit({0, true, HighestElo}, Position())) << "the skill level does not count then";
}

TEST(Strength, RisesWithEveryStep) {
    for (int level = 1; level < MaxSkillLevel; ++level) {
        const auto weaker = strength_limit({level - 1, false, HighestElo}, Position());
        const auto stronger = strength_limit({level, false, HighestElo}, Position());
        ASSERT_TRUE(weaker && stronger) << level;
        EXPECT_GT(stronger->nodes, weaker->nodes) << level;
        EXPECT_LT(stronger->noise, weaker->noise) << level;
    }
    for (int elo = LowestElo + 50; elo < HighestElo; elo += 50) {
        const auto weaker = strength_limit({MaxSkillLevel, true, elo - 50}, Position());
        const auto stronger = strength_limit({MaxSkillLevel, true, elo}, Position());
        ASSERT_TRUE(weaker && stronger) << elo;
        EXPECT_GT(stronger->nodes, weaker->nodes) << elo;
        EXPECT_LE(stronger->noise, weaker->noise) << elo;
    }
}

TEST(Strength, SkillAndEloShareOneCurve) {
    const auto skill = strength_limit({MaxSkillLevel / 2, false, HighestElo}, Position());
    const auto elo = strength_limit({MaxSkillLevel, true, (LowestElo + HighestElo) / 2}, Position());
    ASSERT_TRUE(skill && elo);
    EXPECT_EQ(skill->nodes, elo->nodes);
    EXPECT_EQ(skill->noise, elo->noise);
}

TEST(Strength, TheWeakestIsWeak) {
    const auto limit = strength_limit({0, false, HighestElo}, Position());
    ASSERT_TRUE(limit);
    EXPECT_EQ(limit->nodes, 60U);
    EXPECT_EQ(limit->noise, 250);
}

TEST(Strength, ABareKingIsMated) {
    const auto limit = strength_limit({0, false, HighestElo}, position_of("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
    ASSERT_TRUE(limit);
    EXPECT_EQ(limit->nodes, 50000U);
    EXPECT_EQ(limit->noise, 0);
    // The side with the bare king is as weak as ever.
    EXPECT_EQ(strength_limit({0, false, HighestElo}, position_of("8/8/8/3k4/8/8/8/R3K3 b - - 0 1"))->nodes, 60U);
}

}  // namespace
}  // namespace skua
