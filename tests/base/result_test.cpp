#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace skua {
namespace {

Result<int> half(int number) {
    if (number % 2 != 0) { return Error{std::to_string(number) + " is odd"}; }
    return number / 2;
}

TEST(Result, HoldsAValue) {
    const Result<int> result = half(8);
    EXPECT_TRUE(result.ok());
    EXPECT_TRUE(static_cast<bool>(result));
    EXPECT_EQ(result.value(), 4);
    EXPECT_EQ(*result, 4);
}

TEST(Result, HoldsAReason) {
    const Result<int> result = half(7);
    EXPECT_FALSE(result.ok());
    EXPECT_FALSE(static_cast<bool>(result));
    EXPECT_EQ(result.error(), "7 is odd");
}

TEST(Result, ValueCanBeChangedInPlace) {
    Result<std::string> result = std::string("a");
    *result += "b";
    result->push_back('c');
    EXPECT_EQ(result.value(), "abc");
}

TEST(Result, ValueCanBeMovedOut) {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
    const std::unique_ptr<int> taken = *std::move(result);
    ASSERT_NE(taken, nullptr);
    EXPECT_EQ(*taken, 5);
}

TEST(Result, ATextIsNotAReason) {
    const Result<std::string> good = std::string("fine");
    const Result<std::string> bad = Error{"broken"};
    EXPECT_TRUE(good.ok());
    EXPECT_FALSE(bad.ok());
}

#ifndef NDEBUG
TEST(ResultDeathTest, AssertsThatSomebodyAskedFirst) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH({ static_cast<void>(half(1).value()); }, "ok\\(\\)");
    EXPECT_DEATH({ static_cast<void>(half(2).error()); }, "ok\\(\\)");
}
#endif

}  // namespace
}  // namespace skua
