#include "search/time.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace skua {
namespace {

const Parameters Tunables{};

TimeManager manager_of(const Limits& limits, Milliseconds overhead = 10, Color side = Color::White) {
    return {limits, side, overhead, Tunables};
}

Limits clock_of(Milliseconds time, Milliseconds increment = 0) {
    Limits limits;
    limits.time[Color::White] = time;
    limits.increment[Color::White] = increment;
    return limits;
}

constexpr Milliseconds Clocks[] = {1,   2,    5,    9,    10,    11,     15,     20,      50,       100,         200,
                                   500, 1000, 3000, 8000, 60000, 180000, 900000, 7200000, 36000000, 2147483648LL};
constexpr Milliseconds Increments[] = {0, 1, 10, 80, 1000, 5000, 60000, 3600000};
constexpr Milliseconds Overheads[] = {0, 10, 100, 5000};

void expect_sound(const TimeManager& manager, Milliseconds time, Milliseconds overhead) {
    ASSERT_TRUE(manager.plan().soft);
    ASSERT_TRUE(manager.plan().hard);
    EXPECT_GE(*manager.plan().soft, 1);
    EXPECT_LE(*manager.plan().soft, *manager.plan().hard);
    EXPECT_LE(*manager.plan().hard, std::max<Milliseconds>(time - overhead, 1));
    EXPECT_LE(*manager.plan().hard, std::max<Milliseconds>(time * 8 / 10, 1));
}

TEST(TimeManager, NothingGivenNothingLimits) {
    const TimeManager manager = manager_of(Limits());
    EXPECT_FALSE(manager.plan().hard);
    EXPECT_FALSE(manager.plan().soft);
    EXPECT_FALSE(manager.past_hard_limit(0));
    EXPECT_FALSE(manager.past_soft_limit({}, 0));
}

TEST(TimeManager, OnlyTheOwnClockCounts) {
    Limits limits;
    limits.time[Color::Black] = 50;
    EXPECT_FALSE(manager_of(limits).plan().hard);
    EXPECT_TRUE(manager_of(limits, 10, Color::Black).plan().hard);
    limits.time[Color::White] = 60000;
    EXPECT_GT(*manager_of(limits).plan().hard, 50);
    EXPECT_LT(*manager_of(limits, 10, Color::Black).plan().hard, 50);
}

TEST(TimeManager, EveryClockIsRespected) {
    for (const Milliseconds time : Clocks) {
        for (const Milliseconds increment : Increments) {
            for (const Milliseconds overhead : Overheads) {
                SCOPED_TRACE(std::to_string(time) + "+" + std::to_string(increment) + " overhead " +
                             std::to_string(overhead));
                expect_sound(manager_of(clock_of(time, increment), overhead), time, overhead);
            }
        }
    }
}

TEST(TimeManager, EveryClockWithMovesToGoIsRespected) {
    for (const Milliseconds time : Clocks) {
        for (const Milliseconds increment : Increments) {
            for (const Milliseconds overhead : Overheads) {
                for (const int moves : {1, 2, 3, 5, 10, 40, 100, 500, 10000}) {
                    SCOPED_TRACE(std::to_string(moves) + "/" + std::to_string(time) + "+" + std::to_string(increment) +
                                 " overhead " + std::to_string(overhead));
                    Limits limits = clock_of(time, increment);
                    limits.moves_to_go = moves;
                    expect_sound(manager_of(limits, overhead), time, overhead);
                }
            }
        }
    }
}

TEST(TimeManager, AClockThatHasRunOutStillGivesAMoment) {
    for (const Milliseconds time : {0LL, -1LL, -500LL, -2147483648LL}) {
        const TimeManager manager = manager_of(clock_of(time));
        EXPECT_EQ(*manager.plan().hard, 1) << time;
        EXPECT_EQ(*manager.plan().soft, 1) << time;
    }
}

TEST(TimeManager, NegativeIncrementsCountAsNone) {
    EXPECT_EQ(*manager_of(clock_of(60000, -5000)).plan().soft, *manager_of(clock_of(60000)).plan().soft);
}

TEST(TimeManager, MoreTimeMeansMoreThought) {
    Milliseconds last = 0;
    for (const Milliseconds time : Clocks) {
        EXPECT_GE(*manager_of(clock_of(time)).plan().soft, last) << time;
        last = *manager_of(clock_of(time)).plan().soft;
    }
    EXPECT_GT(*manager_of(clock_of(60000, 1000)).plan().soft, *manager_of(clock_of(60000)).plan().soft);
    EXPECT_GT(*manager_of(clock_of(60000)).plan().soft, *manager_of(clock_of(60000), 1000).plan().soft);
}

TEST(TimeManager, AGameLastsLongerThanAFewMoves) {
    // Even if every move took its hard limit, forty moves could be played; at the soft limit most of the clock is left
    // after ten.
    Milliseconds left = 60000;
    for (int move = 0; move < 40; ++move) {
        const Milliseconds hard = *manager_of(clock_of(left)).plan().hard;
        ASSERT_LT(hard, left) << "move " << move;
        left -= hard;
    }
    left = 60000;
    for (int move = 0; move < 10; ++move) { left -= *manager_of(clock_of(left)).plan().soft; }
    EXPECT_GT(left, 30000);
}

TEST(TimeManager, FewerMovesToGoMeanMoreTimeForEach) {
    Milliseconds last = 60000;
    for (const int moves : {1, 2, 5, 10, 20, 40}) {
        Limits limits = clock_of(60000);
        limits.moves_to_go = moves;
        EXPECT_LE(*manager_of(limits).plan().soft, last) << moves;
        last = *manager_of(limits).plan().soft;
    }
    EXPECT_LT(last, 60000 / 40 + 1);
    EXPECT_GT(last, 60000 / 100);
}

TEST(TimeManager, TheLastMoveBeforeTheControlMayUseMuchButNotAll) {
    Limits limits = clock_of(50);
    limits.moves_to_go = 1;
    const TimeManager manager = manager_of(limits);
    EXPECT_GE(*manager.plan().hard, 10);
    EXPECT_LE(*manager.plan().hard, 40);
}

TEST(TimeManager, AMoveTimeIsUsedButForTheOverhead) {
    Limits limits;
    limits.move_time = 1000;
    EXPECT_EQ(*manager_of(limits, 10).plan().hard, 990);
    EXPECT_EQ(*manager_of(limits, 0).plan().hard, 1000);
    EXPECT_FALSE(manager_of(limits).past_soft_limit({1.0, 100, 0}, 0)) << "all of it, however sure we are";
    for (const Milliseconds time : {1, 0, -5, 9, 10}) {
        limits.move_time = time;
        EXPECT_EQ(*manager_of(limits, 10).plan().hard, 1) << time;
    }
}

TEST(TimeManager, OfClockAndMoveTimeTheShorterCounts) {
    Limits limits = clock_of(1000000);
    limits.move_time = 100;
    EXPECT_EQ(*manager_of(limits, 10).plan().hard, 90);
    limits = clock_of(100);
    limits.move_time = 100000;
    EXPECT_LE(*manager_of(limits, 10).plan().hard, 80);
}

TEST(TimeManager, TheClockRunsFromWhenTheCommandWasRead) {
    Limits limits = clock_of(1000);
    limits.start = Clock::now() - std::chrono::milliseconds(5000);
    const TimeManager manager = manager_of(limits);
    EXPECT_GE(manager.elapsed(), 5000);
    EXPECT_TRUE(manager.past_hard_limit(0));
    EXPECT_TRUE(manager.past_soft_limit({}, 0));
}

TEST(TimeManager, ElapsedTimeGrows) {
    const TimeManager manager = manager_of(clock_of(10000000));
    const Milliseconds before = manager.elapsed();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_GE(manager.elapsed(), before + 19);
    EXPECT_FALSE(manager.past_hard_limit(0));
}

TEST(TimeManager, AClockMayCountNodes) {
    Limits limits = clock_of(10000);
    limits.start = Clock::now() - std::chrono::milliseconds(100000);
    limits.nodes_per_millisecond = 1000;
    const TimeManager manager = manager_of(limits);
    EXPECT_EQ(manager.on_clock(1'999'999), 1999);
    const auto hard = static_cast<std::uint64_t>(*manager.plan().hard);
    EXPECT_FALSE(manager.past_hard_limit(1000 * hard - 1)) << "the time does not count";
    EXPECT_TRUE(manager.past_hard_limit(1000 * hard));
    EXPECT_FALSE(manager.past_soft_limit({0.6, 3, 0}, 1000));
    EXPECT_TRUE(manager.past_soft_limit({0.6, 3, 0}, 1000 * hard));
}

// A manager that has used this share of its soft limit.
bool ends(double share, const TimeManager::Confidence& confidence) {
    const Milliseconds soft = *manager_of(clock_of(10000000)).plan().soft;
    Limits limits = clock_of(10000000);
    limits.start =
        Clock::now() - std::chrono::milliseconds(static_cast<Milliseconds>(share * static_cast<double>(soft)));
    return manager_of(limits).past_soft_limit(confidence, 0);
}

// At which share of the soft limit it ends, in hundredths.
int share_used(const TimeManager::Confidence& confidence) {
    for (int share = 1; share < 1000; ++share) {
        if (ends(share / 100.0, confidence)) { return share; }
    }
    return 1000;
}

TEST(TimeManager, ASureChoiceEndsEarlyAndDoubtTakesLonger) {
    const TimeManager::Confidence usual{0.6, 3, 0};
    EXPECT_LT(share_used({0.98, 3, 0}), share_used(usual)) << "nearly all nodes for one move";
    EXPECT_GT(share_used({0.1, 3, 0}), share_used(usual));
    EXPECT_LE(share_used({0.6, 10, 0}), share_used(usual)) << "always the same move";
    EXPECT_GE(share_used({0.6, 0, 0}), share_used(usual));
    EXPECT_GT(share_used({0.6, 3, 60}), share_used(usual)) << "the score is falling";
    EXPECT_LE(share_used({0.6, 3, -60}), share_used(usual));
}

TEST(TimeManager, NoDoubtTakesLongerThanTheHardLimit) {
    Limits limits = clock_of(10000000);
    const Milliseconds hard = *manager_of(limits).plan().hard;
    limits.start = Clock::now() - std::chrono::milliseconds(hard);
    EXPECT_TRUE(manager_of(limits).past_soft_limit({0.0, 0, 1000000}, 0));
}

TEST(TimeManager, AMomentIsNeverEnoughToBeSure) { EXPECT_FALSE(ends(0.01, {1.0, 1000, -1000000})); }

}  // namespace
}  // namespace skua
