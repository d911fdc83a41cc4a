#include "cli/effort.h"

#include <gtest/gtest.h>

namespace skua::cli {
namespace {

// What the words mean; "error" if they contradict each other.
std::string meaning_of(const std::vector<std::string>& words) {
    EffortWords effort;
    Arguments arguments("x", "");
    effort.add_to(arguments);
    EXPECT_FALSE(arguments.parse(words));
    const Result<AnalysisSettings> settings = effort.settings();
    return settings ? effort_text(*settings) : "error";
}

TEST(EffortTest, IsWhatTheOptionsSay) {
    EXPECT_EQ(meaning_of({}), "300,000 nodes for each position");
    EXPECT_EQ(meaning_of({"--nodes", "1234567"}), "1,234,567 nodes for each position");
    EXPECT_EQ(meaning_of({"--quick"}), "50,000 nodes for each position");
    EXPECT_EQ(meaning_of({"--deep"}), "2,000,000 nodes for each position");
    EXPECT_EQ(meaning_of({"--movetime", "1500"}), "1,500 ms for each position");
    EXPECT_EQ(meaning_of({"--depth", "12"}), "depth 12 in each position");
}

TEST(EffortTest, OnlyOneOptionMayBeGiven) {
    EXPECT_EQ(meaning_of({"--quick", "--nodes", "5"}), "error");
    EXPECT_EQ(meaning_of({"--depth", "5", "--movetime", "5"}), "error");
}

}  // namespace
}  // namespace skua::cli
