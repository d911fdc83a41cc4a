#include "lab/support/command_line.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <optional>
#include <vector>

namespace skua::lab {
namespace {

struct Stirring {
    int threads = 3;
    std::optional<std::uint64_t> games;
    double share = 0.25;
    std::optional<double> minutes;
    bool filter = false;
    std::string spoon;
    std::string heat;
    std::string pot;
    std::string lid;
    std::size_t eggs = 6;
    int exit_code = ExitDone;
};

std::optional<Stirring> last;  // what the command was started with

int stir(const Stirring& settings) {
    last = settings;
    return settings.exit_code;
}

// Runs "kitchen stir <words>" and returns what it prints as an error, without the hint at its end.
std::string error_of(const std::vector<std::string>& words) {
    last.reset();
    CommandLine line("kitchen", "Cooks");
    auto [options, settings] = add_command(line.top(), "stir", "Stirs it", stir);
    options.add_file("pot", settings.pot, "what to stir");
    options.add_optional_file("lid", settings.lid, "what to put on it");
    options.add("--threads", settings.threads, 1, 8, "hands");
    options.add("--games", settings.games, 1, 100, "rounds");
    options.add("--share", settings.share, 0, 1, "salt");
    options.add("--minutes", settings.minutes, 0, 60, "time");
    options.add_flag("--filter", settings.filter, "skim it");
    options.add_text("--spoon", settings.spoon, "with this one");
    options.add_choice("--heat", settings.heat, {"low", "high"}, "how hot");
    options.add_multiple("--eggs", settings.eggs, 6, 24, "by the carton");
    options.add("--exit-code", settings.exit_code, 0, 9, "what the command returns");
    std::vector<const char*> arguments{"kitchen", "stir"};
    for (const std::string& word : words) { arguments.push_back(word.c_str()); }
    testing::internal::CaptureStderr();
    const int code = line.run(static_cast<int>(arguments.size()), arguments.data());
    const std::string text = testing::internal::GetCapturedStderr();
    if (text.empty()) { return code == ExitDone ? "" : "exit code " + std::to_string(code); }
    EXPECT_EQ(code, ExitMisused);
    constexpr std::string_view Start = "skua-lab: ";
    constexpr std::string_view Hint = " (kitchen stir --help lists what is possible)\n";
    EXPECT_TRUE(text.starts_with(Start) && text.ends_with(Hint)) << text;
    return text.substr(Start.size(), text.size() - Start.size() - Hint.size());
}

TEST(CommandLine, DefaultsStay) {
    EXPECT_EQ(error_of({"pot"}), "");
    ASSERT_TRUE(last);
    EXPECT_EQ(last->pot, "pot");
    EXPECT_EQ(last->lid, "");
    EXPECT_EQ(last->threads, 3);
    EXPECT_FALSE(last->games);
    EXPECT_EQ(last->share, 0.25);
    EXPECT_FALSE(last->minutes);
    EXPECT_FALSE(last->filter);
}

TEST(CommandLine, OptionsMayStandAnywhere) {
    EXPECT_EQ(error_of({"--threads", "8", "pot", "--filter", "--games", "5", "lid", "--share", "0.5", "--minutes",
                        "1e1", "--spoon", "wooden", "--heat", "high"}),
              "");
    ASSERT_TRUE(last);
    EXPECT_EQ(last->heat, "high");
    EXPECT_EQ(last->spoon, "wooden");
    EXPECT_EQ(last->pot, "pot");
    EXPECT_EQ(last->lid, "lid");
    EXPECT_EQ(last->threads, 8);
    EXPECT_EQ(last->games, 5U);
    EXPECT_EQ(last->share, 0.5);
    EXPECT_EQ(last->minutes, 10.0);
    EXPECT_TRUE(last->filter);
}

TEST(CommandLine, AfterTwoDashesThereAreNoOptions) {
    EXPECT_EQ(error_of({"--", "--filter"}), "");
    ASSERT_TRUE(last);
    EXPECT_EQ(last->pot, "--filter");
}

TEST(CommandLine, TheExitCodeComesBack) {
    EXPECT_EQ(error_of({"pot", "--exit-code", "1"}), "exit code 1");
    EXPECT_TRUE(last);
}

TEST(CommandLine, EachMistakeIsNamedAndNothingIsRun) {
    EXPECT_EQ(error_of({}), "pot is required");
    EXPECT_NE(error_of({"a", "b", "c"}).find("not expected: c"), std::string::npos) << error_of({"a", "b", "c"});
    EXPECT_NE(error_of({"pot", "--salt"}).find("not expected: --salt"), std::string::npos);
    EXPECT_TRUE(error_of({"pot", "--threads"}).starts_with("--threads: ")) << error_of({"pot", "--threads"});
    EXPECT_EQ(error_of({"pot", "--spoon", ""}), "--spoon: the value is empty");
    EXPECT_TRUE(error_of({"pot", "--heat", "hot"}).starts_with("--heat: hot not in {"))
        << error_of({"pot", "--heat", "hot"});
    EXPECT_EQ(error_of({"pot", "--eggs", "7"}), "--eggs: \"7\" is not a multiple of 6 in 6..24");
    EXPECT_EQ(error_of({"pot", "--eggs", "30"}), "--eggs: \"30\" is not a multiple of 6 in 6..24");
    EXPECT_EQ(error_of({"pot", "--share", "2"}), "--share: \"2\" is not in 0..1");
    for (const char* const wrong : {"0", "9", "-1", "x", "1x", "1.5", "99999999999999999999"}) {
        EXPECT_EQ(error_of({"pot", "--threads", wrong}), "--threads: \"" + std::string(wrong) + "\" is not in 1..8");
        EXPECT_FALSE(last);
    }
    for (const char* const wrong : {"nan", "inf", "-0.1", "1.1", "x", "1e999"}) {
        EXPECT_EQ(error_of({"pot", "--share", wrong}), "--share: \"" + std::string(wrong) + "\" is not in 0..1");
        EXPECT_FALSE(last);
    }
    for (const char* const option : {"--threads", "--games", "--share"}) {
        EXPECT_NE(error_of({"pot", option, ""}), "") << option;
    }
}

}  // namespace
}  // namespace skua::lab
