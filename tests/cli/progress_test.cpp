#include "cli/progress.h"

#include <gtest/gtest.h>

#include <sstream>
#include <thread>

namespace skua::cli {
namespace {

using namespace std::chrono_literals;

struct Example {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    Streams streams{in, out, err};
};

TEST(ProgressTest, WritesDurations) {
    EXPECT_EQ(duration_text(0s), "0 s");
    EXPECT_EQ(duration_text(59s), "59 s");
    EXPECT_EQ(duration_text(60s), "1:00");
    EXPECT_EQ(duration_text(12min + 3s), "12:03");
    EXPECT_EQ(duration_text(1h + 2min + 3s), "1:02:03");
}

TEST(ProgressTest, OverwritesItsLineOnATerminal) {
    Example example;
    example.streams.shows_progress_line = true;
    Progress progress(example.streams, 4);
    progress.begin("game 1 of 2");
    progress.advance(2, 2, "position 2 of 2");
    EXPECT_NE(example.err.str().find("\r[========="), std::string::npos) << example.err.str();
    EXPECT_NE(example.err.str().find(" 50 %  game 1 of 2, position 2 of 2"), std::string::npos) << example.err.str();
    EXPECT_EQ(example.err.str().find('\n'), std::string::npos);
    progress.end();
    progress.erase();
    EXPECT_TRUE(example.err.str().ends_with("\r\x1b[K"));
    progress.begin("game 2 of 2");
    progress.advance(2, 2, "position 2 of 2");
    EXPECT_NE(example.err.str().find("100 %  game 2 of 2"), std::string::npos);
    EXPECT_EQ(example.out.str(), "");
}

TEST(ProgressTest, IsSilentElsewhereWhileItIsFast) {
    Example example;
    Progress progress(example.streams, 4);
    progress.begin("game 1 of 2");
    progress.advance(2, 2, "position 2 of 2");
    progress.erase();
    EXPECT_EQ(example.err.str(), "");
}

TEST(ProgressTest, KnowsTheTimeLeftFromStepsThatTookTime) {
    Example example;
    Progress progress(example.streams, 1000);
    progress.begin("game");
    EXPECT_EQ(progress.time_left(), "");
    progress.advance(1, 10, "");
    EXPECT_EQ(progress.time_left(), "") << "it was known before";
    std::this_thread::sleep_for(20ms);
    progress.advance(2, 10, "");
    // 998 steps of at least 20 ms.
    EXPECT_NE(progress.time_left(), "");
    EXPECT_NE(progress.time_left(), "0 s");
}

}  // namespace
}  // namespace skua::cli
