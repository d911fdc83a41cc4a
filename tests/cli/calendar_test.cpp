#include "cli/calendar.h"

#include <gtest/gtest.h>

#include "base/parse.h"

namespace skua::cli {
namespace {

TEST(CalendarTest, TellsTheDate) {
    const std::string year = now_text("%Y");
    ASSERT_EQ(year.size(), 4U);
    EXPECT_GE(*parse_integer<int>(year), 2024);
    EXPECT_EQ(now_text("%Y-%m-%d").size(), 10U);
}

}  // namespace
}  // namespace skua::cli
