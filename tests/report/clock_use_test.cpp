#include "report/clock_use.h"

#include <gtest/gtest.h>

#include "report/support.h"

namespace skua {
namespace {

TEST(ClockUseTest, ComparesTheClocks) {
    const FoolsMate fool;
    const ClockUse use = clock_use(fool.game, fool.analysis);
    EXPECT_TRUE(use.is_known());
    EXPECT_EQ(use.spent[0], 3'000) << "60 seconds, 58 left, one added";
    EXPECT_EQ(use.spent[1], 1'000);
    EXPECT_EQ(use.spent[2], 49'500);
    EXPECT_FALSE(use.spent[3]) << "there is no clock";
    EXPECT_EQ(use.sides[Color::White].longest, 2U);
    EXPECT_EQ(use.sides[Color::White].left, 9'500);
    EXPECT_EQ(use.sides[Color::White].total, 52'500);
    EXPECT_EQ(use.sides[Color::White].timed_moves, 2);
}

TEST(ClockUseTest, DoesWithoutATimeControl) {
    for (const std::string control :
         {"", "[TimeControl \"40/7200\"]\n", "[TimeControl \"-\"]\n", "[TimeControl \"99999999999999999+1\"]\n"}) {
        const FoolsMate fool(control);
        const ClockUse use = clock_use(fool.game, fool.analysis);
        EXPECT_FALSE(use.spent[0]) << control;
        EXPECT_EQ(use.spent[2], 48'500) << control;
    }
    EXPECT_FALSE(clock_use({}, {}).is_known());
}

TEST(ClockUseTest, WritesTimes) {
    EXPECT_EQ(clock_text(0), "0:00");
    EXPECT_EQ(clock_text(7'300), "0:07.3");
    EXPECT_EQ(clock_text(65'900), "1:05");
    EXPECT_EQ(clock_text(750'000), "12:30");
    EXPECT_EQ(clock_text(3'723'000), "1:02:03");
}

}  // namespace
}  // namespace skua
