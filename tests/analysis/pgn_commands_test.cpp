#include "analysis/pgn_commands.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

TEST(PgnCommands, AreFoundByName) {
    EXPECT_EQ(pgn_command("[%clk 0:05:30]", "clk"), "0:05:30");
    EXPECT_EQ(pgn_command("good [%eval 0.17] [%clk  1:00:00 ] move", "clk"), "1:00:00");
    EXPECT_EQ(pgn_command("[%clk 0:00:02] [%clk 0:00:01]", "clk"), "0:00:02");
    EXPECT_EQ(pgn_command("[%clock 0:05:30]", "clk"), std::nullopt);
    EXPECT_EQ(pgn_command("[%cl 0:05:30]", "clk"), std::nullopt);
    EXPECT_EQ(pgn_command("[%clk]", "clk"), "");
    EXPECT_EQ(pgn_command("[%clk 0:05:30", "clk"), std::nullopt);
    EXPECT_EQ(pgn_command("", "clk"), std::nullopt);
}

TEST(PgnCommands, AreRemoved) {
    EXPECT_EQ(without_pgn_command("[%eval 0.17] [%clk 0:05:30] fine", "eval"), "[%clk 0:05:30] fine");
    EXPECT_EQ(without_pgn_command("a [%eval 0.17] b [%eval 3]", "eval"), "a b");
    EXPECT_EQ(without_pgn_command("[%eval 0.17]", "eval"), "");
    EXPECT_EQ(without_pgn_command("[%evaluation 0.17]", "eval"), "[%evaluation 0.17]");
}

TEST(PgnTimes, AreRead) {
    EXPECT_EQ(parse_pgn_time("0:00:00"), 0);
    EXPECT_EQ(parse_pgn_time("1:02:03"), 3'723'000);
    EXPECT_EQ(parse_pgn_time("0:00:01.5"), 1500);
    EXPECT_EQ(parse_pgn_time("0:00:01.25"), 1250);
    EXPECT_EQ(parse_pgn_time("0:00:01.007"), 1007);
    for (const char* const wrong : {"", ":", "::", "1:02", "0:60:00", "0:00:60", "0:00:01.", "0:00:01.1234", "-1:00:00",
                                    "0:0x:00", "99999:00:00", "1:2:3:4"}) {
        EXPECT_EQ(parse_pgn_time(wrong), std::nullopt) << wrong;
    }
}

}  // namespace
}  // namespace skua
