#include "search/limits.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

TEST(Limits, NothingGivenNothingLimits) {
    const Limits limits;
    for (const Color color : Colors) {
        EXPECT_FALSE(limits.time[color]);
        EXPECT_EQ(limits.increment[color], 0);
    }
    EXPECT_FALSE(limits.moves_to_go);
    EXPECT_FALSE(limits.move_time);
    EXPECT_FALSE(limits.depth);
    EXPECT_FALSE(limits.nodes);
    EXPECT_FALSE(limits.soft_nodes);
    EXPECT_FALSE(limits.mate);
    EXPECT_TRUE(limits.search_moves.empty());
    EXPECT_FALSE(limits.infinite);
    EXPECT_FALSE(limits.ponder);
}

TEST(Limits, TheClockStartsWhenTheyAreMade) {
    const Clock::time_point before = Clock::now();
    const Limits limits;
    EXPECT_GE(limits.start, before);
    EXPECT_LE(limits.start, Clock::now());
}

}  // namespace
}  // namespace skua
