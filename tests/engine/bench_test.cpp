#include "engine/bench.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "engine/engine.h"

namespace skua {
namespace {

constexpr Depth Shallow = 5;

BenchReport quiet_bench(Depth depth) {
    Bench bench;
    return bench.run(depth, [](std::string_view) {});
}

TEST(Bench, CountsTheSameEveryTime) {
    const BenchReport first = quiet_bench(Shallow);
    EXPECT_GT(first.nodes, 0U);
    EXPECT_FALSE(first.stopped);
    EXPECT_EQ(quiet_bench(Shallow).nodes, first.nodes);
    EXPECT_GT(quiet_bench(Shallow + 1).nodes, first.nodes) << "it searches, it does not just count moves";
}

TEST(Bench, JudgesAsItIsTold) {
    const auto nodes_with = [](EvaluatorKind evaluation) {
        Bench bench(evaluation);
        return bench.run(Shallow, [](std::string_view) {});
    };
    const BenchReport nnue = nodes_with(EvaluatorKind::Nnue);
    const BenchReport classical = nodes_with(EvaluatorKind::Classical);
    EXPECT_NE(nnue.nodes, classical.nodes);
    EXPECT_EQ(nnue.pawn_cache.probes, 0U);
    EXPECT_GT(classical.pawn_cache.probes, 0U);
}

TEST(Bench, CountsTheSameBesideABusyEngine) {
    const BenchReport alone = quiet_bench(Shallow);
    Engine engine;
    EngineCallbacks callbacks;
    callbacks.best_move = [](const BestMove&) {};
    engine.set_callbacks(std::move(callbacks));
    Limits limits;
    limits.infinite = true;
    engine.go(limits);
    EXPECT_EQ(quiet_bench(Shallow).nodes, alone.nodes);
    engine.stop();
    engine.wait();
}

TEST(Bench, CountsTheSameInParallel) {
    BenchReport other;
    std::thread thread([&] { other = quiet_bench(Shallow); });
    const BenchReport mine = quiet_bench(Shallow);
    thread.join();
    EXPECT_EQ(mine.nodes, other.nodes);
}

TEST(Bench, TellsALineForEachPosition) {
    std::vector<std::string> lines;
    Bench bench;
    EXPECT_GT(bench.run(1, [&](std::string_view line) { lines.emplace_back(line); }).nodes, 0U);
    ASSERT_GE(lines.size(), 4U);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_NE(lines[i].find(std::to_string(i + 1) + "/" + std::to_string(lines.size())), std::string::npos)
            << lines[i];
    }
}

TEST(Bench, StopsWhenTold) {
    Bench bench;
    const auto before = std::chrono::steady_clock::now();
    std::thread thread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        bench.stop();
    });
    const BenchReport report = bench.run(MaxPly - 1, [](std::string_view) {});
    thread.join();
    EXPECT_TRUE(report.stopped);
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(5));
}

TEST(Bench, StoppedBeforeItBeginsItDoesNotBegin) {
    Bench bench;
    bench.stop();
    const BenchReport report = bench.run(MaxPly - 1, [](std::string_view) {});
    EXPECT_TRUE(report.stopped);
    EXPECT_EQ(report.nodes, 0U);
}

TEST(Bench, SpeedIsNodesPerSecond) {
    BenchReport report;
    report.nodes = 3000;
    report.milliseconds = 1500;
    EXPECT_EQ(report.nps(), 2000U);
    report.milliseconds = 0;
    EXPECT_EQ(report.nps(), 3000000U) << "no division by zero";
}

}  // namespace
}  // namespace skua
