#include "base/inline_vector.h"

#include <gtest/gtest.h>

#include <numeric>

namespace skua {
namespace {

using Small = InlineVector<int, 4>;

Small filled(int count) {
    Small vector;
    for (int i = 0; i < count; ++i) { vector.push_back(10 + i); }
    return vector;
}

TEST(InlineVector, StartsEmpty) {
    const Small vector;
    EXPECT_TRUE(vector.empty());
    EXPECT_EQ(vector.size(), 0U);
    EXPECT_EQ(vector.begin(), vector.end());
    EXPECT_EQ(Small::capacity(), 4U);
}

TEST(InlineVector, KeepsWhatIsPushedUpToItsCapacity) {
    const Small vector = filled(4);
    ASSERT_EQ(vector.size(), 4U);
    for (int i = 0; i < 4; ++i) { EXPECT_EQ(vector[static_cast<std::size_t>(i)], 10 + i); }
    EXPECT_EQ(std::accumulate(vector.begin(), vector.end(), 0), 46);
}

TEST(InlineVector, PopsTruncatesAndClears) {
    Small vector = filled(4);
    vector.pop_back();
    EXPECT_EQ(vector.size(), 3U);
    vector.truncate(1);
    ASSERT_EQ(vector.size(), 1U);
    EXPECT_EQ(vector[0], 10);
    vector.push_back(99);
    EXPECT_EQ(vector[1], 99);
    vector.clear();
    EXPECT_TRUE(vector.empty());
}

TEST(InlineVector, CopiesAreIndependent) {
    Small original = filled(2);
    Small copy = original;
    original[0] = 1;
    original.push_back(2);
    ASSERT_EQ(copy.size(), 2U);
    EXPECT_EQ(copy[0], 10);
    EXPECT_EQ(copy[1], 11);

    copy = original;
    EXPECT_EQ(copy.size(), 3U);
    EXPECT_EQ(copy[0], 1);
    EXPECT_EQ(copy[2], 2);
}

TEST(InlineVector, AssigningItselfChangesNothing) {
    Small vector = filled(3);
    const Small& same = vector;
    vector = same;
    ASSERT_EQ(vector.size(), 3U);
    EXPECT_EQ(vector[2], 12);
}

TEST(InlineVector, AssigningAShorterOneShortens) {
    Small vector = filled(4);
    vector = filled(1);
    EXPECT_EQ(vector.size(), 1U);
}

TEST(InlineVector, KnowsWhatItContains) {
    const Small vector = filled(2);
    EXPECT_TRUE(vector.contains(11));
    EXPECT_FALSE(vector.contains(12));
    EXPECT_FALSE(Small().contains(0));
}

TEST(InlineVector, ForgetsTruncatedValues) {
    Small vector = filled(3);
    vector.truncate(1);
    EXPECT_FALSE(vector.contains(12));
}

#ifndef NDEBUG
TEST(InlineVectorDeathTest, AssertsItsBounds) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            Small full = filled(4);
            full.push_back(1);
        },
        "size_ < Capacity");
    EXPECT_DEATH({ static_cast<void>(filled(2)[2]); }, "index < size_");
}
#endif

}  // namespace
}  // namespace skua
