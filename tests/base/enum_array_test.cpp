#include "base/enum_array.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

namespace skua {
namespace {

enum class Fruit : unsigned char { Apple, Pear, Plum, Count };

TEST(EnumArray, HasOneValuePerEnumerator) {
    EXPECT_EQ(CountOf<Fruit>, 3U);
    EXPECT_EQ((EnumArray<Fruit, int>::size()), 3U);
    EXPECT_EQ(sizeof(EnumArray<Fruit, int>), 3 * sizeof(int));
}

TEST(EnumArray, StartsWithZeros) {
    const EnumArray<Fruit, int> array;
    EXPECT_EQ(array[Fruit::Apple], 0);
    EXPECT_EQ(array[Fruit::Pear], 0);
    EXPECT_EQ(array[Fruit::Plum], 0);
}

TEST(EnumArray, TakesItsValuesInOrder) {
    constexpr EnumArray<Fruit, int> Array{1, 20, 300};
    static_assert(Array[Fruit::Apple] == 1);
    EXPECT_EQ(Array[Fruit::Pear], 20);
    EXPECT_EQ(Array[Fruit::Plum], 300);
}

TEST(EnumArray, WritesWhereItReads) {
    EnumArray<Fruit, std::string> array;
    array[Fruit::Pear] = "green";
    EXPECT_EQ(array[Fruit::Pear], "green");
    EXPECT_EQ(array[Fruit::Apple], "");
    EXPECT_EQ(array[Fruit::Plum], "");
}

TEST(EnumArray, FillsAndIterates) {
    EnumArray<Fruit, int> array;
    array.fill(7);
    EXPECT_EQ(std::accumulate(array.begin(), array.end(), 0), 21);
    for (int& value : array) { ++value; }
    EXPECT_EQ(array[Fruit::Plum], 8);
}

TEST(EnumArray, ComparesByValue) {
    EnumArray<Fruit, int> a{1, 2, 3};
    const EnumArray<Fruit, int> b = a;
    EXPECT_EQ(a, b);
    a[Fruit::Plum] = 4;
    EXPECT_NE(a, b);
    EXPECT_EQ(b[Fruit::Plum], 3);
}

TEST(EnumArray, NestsForTables) {
    EnumArray<Fruit, EnumArray<Fruit, int>> table;
    table[Fruit::Apple][Fruit::Plum] = 5;
    EXPECT_EQ(table[Fruit::Apple][Fruit::Plum], 5);
    EXPECT_EQ(table[Fruit::Plum][Fruit::Apple], 0);
}

}  // namespace
}  // namespace skua
