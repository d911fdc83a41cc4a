#include "base/platform.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <limits>

#include "base/memory.h"

namespace skua {
namespace {

constexpr std::size_t Megabyte = std::size_t{1} << 20;

TEST(Platform, KnowsHowMuchMemoryThereIs) {
    const std::size_t memory = platform::physical_memory();
    EXPECT_GE(memory, 64 * Megabyte);
    EXPECT_EQ(platform::physical_memory(), memory);
}

TEST(Platform, HasThreads) { EXPECT_GE(platform::max_threads(), 256); }

TEST(Platform, LargeMemoryIsZeroedAlignedAndWritable) {
    for (const std::size_t alignment : {std::size_t{8}, std::size_t{64}, std::size_t{4096}}) {
        for (const std::size_t bytes : {std::size_t{1}, std::size_t{4097}, 3 * Megabyte + 5}) {
            auto* const memory = static_cast<unsigned char*>(platform::allocate_large(bytes, alignment));
            ASSERT_NE(memory, nullptr) << bytes;
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignment, 0U);
            EXPECT_TRUE(std::all_of(memory, memory + bytes, [](unsigned char byte) { return byte == 0; }));
            std::fill(memory, memory + bytes, static_cast<unsigned char>(0xA5));
            EXPECT_EQ(memory[bytes - 1], 0xA5);
            platform::free_large(memory, bytes, alignment);
        }
    }
}

TEST(Platform, MemoryThatIsReusedIsZeroedAgain) {
    for (int round = 0; round < 3; ++round) {
        auto* const memory = static_cast<unsigned char*>(platform::allocate_large(Megabyte, 64));
        ASSERT_NE(memory, nullptr);
        EXPECT_TRUE(std::all_of(memory, memory + Megabyte, [](unsigned char byte) { return byte == 0; }));
        std::fill(memory, memory + Megabyte, static_cast<unsigned char>(1));
        platform::free_large(memory, Megabyte, 64);
    }
}

TEST(Platform, RefusesMemoryThatIsNotThere) {
    EXPECT_EQ(platform::allocate_large(0, 64), nullptr);
    EXPECT_EQ(platform::allocate_large(platform::physical_memory() + Megabyte, 64), nullptr);
    EXPECT_EQ(platform::allocate_large(std::numeric_limits<std::size_t>::max() / 2, 64), nullptr);
}

TEST(LargeArray, OwnsItsMemory) {
    LargeArray<std::uint64_t> empty;
    EXPECT_FALSE(empty);
    EXPECT_EQ(empty.size(), 0U);

    LargeArray<std::uint64_t> array(1000);
    ASSERT_TRUE(array);
    EXPECT_EQ(array.size(), 1000U);
    EXPECT_EQ(array.data()[999], 0U);
    array.data()[999] = 7;

    LargeArray<std::uint64_t> moved(std::move(array));
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved.data()[999], 7U);

    empty = std::move(moved);
    ASSERT_TRUE(empty);
    EXPECT_EQ(empty.data()[999], 7U);
}

TEST(LargeArray, IsFalseWhenRefused) {
    const LargeArray<std::uint64_t> refused(platform::physical_memory() / sizeof(std::uint64_t) + Megabyte);
    EXPECT_FALSE(refused);
    EXPECT_EQ(refused.size(), 0U);
}

TEST(Platform, AnInterruptIsNoticedAndTheSecondEndsTheProgram) {
    {
        const platform::InterruptWatch watch;
        EXPECT_FALSE(watch.interrupted());
        std::raise(SIGINT);
        EXPECT_TRUE(watch.interrupted());
        EXPECT_EXIT(std::raise(SIGINT), testing::KilledBySignal(SIGINT), "");
    }
    const platform::InterruptWatch next;
    EXPECT_FALSE(next.interrupted());
    std::raise(SIGTERM);
    EXPECT_TRUE(next.interrupted());
}

TEST(Platform, SignalsThatAreIgnoredStayIgnored) {
    const auto before = std::signal(SIGHUP, SIG_IGN);
    {
        const platform::InterruptWatch watch;
        std::raise(SIGHUP);
        EXPECT_FALSE(watch.interrupted());
    }
    EXPECT_EQ(std::signal(SIGHUP, before), SIG_IGN);
}

TEST(Platform, ATerminalHasAWidth) { EXPECT_GT(platform::terminal_width(), 0); }

}  // namespace
}  // namespace skua
