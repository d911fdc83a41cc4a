#include "uci/job_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <vector>

namespace skua {
namespace {

JobQueue::Job quick(std::function<void()> run) {
    return {std::move(run), [] {}};
}

// Runs until it is stopped.
JobQueue::Job endless(std::atomic<bool>& stopped) {
    return {[&stopped] {
                while (!stopped) { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }
            },
            [&stopped] { stopped = true; }};
}

TEST(JobQueue, RunsJobsInTheirOrder) {
    std::vector<int> done;
    JobQueue jobs;
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(jobs.add(quick([&done, i] { done.push_back(i); })));
    }
    jobs.wait();
    ASSERT_EQ(done.size(), 100U);
    for (int i = 0; i < 100; ++i) { EXPECT_EQ(done[static_cast<std::size_t>(i)], i); }
}

TEST(JobQueue, StopsTheRunningJobAndTheWaitingOnes) {
    std::atomic<bool> first{false};
    std::atomic<bool> second{false};
    JobQueue jobs;
    ASSERT_TRUE(jobs.add(endless(first)));
    ASSERT_TRUE(jobs.add(endless(second)));
    jobs.stop();
    EXPECT_TRUE(first && second);
    // It works on afterwards.
    bool done = false;
    ASSERT_TRUE(jobs.add(quick([&done] { done = true; })));
    jobs.wait();
    EXPECT_TRUE(done);
}

TEST(JobQueue, TheEndStopsAllJobs) {
    std::atomic<bool> stopped{false};
    {
        JobQueue jobs;
        ASSERT_TRUE(jobs.add(endless(stopped)));
    }
    EXPECT_TRUE(stopped);
}

TEST(JobQueue, RefusesTooManyJobs) {
    std::atomic<bool> stopped{false};
    JobQueue jobs;
    ASSERT_TRUE(jobs.add(endless(stopped)));
    int taken = 1;
    while (taken < 100000 && jobs.add(quick([] {}))) { ++taken; }
    EXPECT_EQ(taken, 1000);
    jobs.stop();
    EXPECT_TRUE(jobs.add(quick([] {})));
}

}  // namespace
}  // namespace skua
