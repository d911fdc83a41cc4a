#include "lab/support/command_line.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
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

TEST(CommandLine, EachMistakeIsASentenceAndNothingIsRun) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
        {{}, "the argument \"pot\" is missing: what to stir"},
        {{"--filter"}, "the argument \"pot\" is missing: what to stir"},
        {{""}, "the argument \"pot\" needs a text that is not empty"},
        {{"a", "b", "c", "d"}, "\"c\" is one argument too many"},
        {{"pot", "--salt", "5", "6"}, "there is no option \"--salt\""},
        {{"pot", "-s"}, "there is no option \"-s\""},
        {{"pot", "--threads"}, "the option --threads needs a value after it (1..8)"},
        {{"pot", "--spoon"}, "the option --spoon needs a value after it (text)"},
        {{"pot", "--threads", "1", "--threads", "2"}, "the option --threads may be given only once"},
        {{"pot", "--filter=no"}, "the option --filter takes no value"},
        {{"pot", "--spoon", ""}, "the option --spoon needs a text that is not empty"},
        {{"pot", "--heat", "hot"}, "the option --heat must be low or high, not \"hot\""},
        {{"pot", "--eggs", "7"}, "the option --eggs needs a multiple of 6 from 6 to 24, not \"7\""},
        {{"pot", "--eggs", "30"}, "the option --eggs needs a multiple of 6 from 6 to 24, not \"30\""},
    };
    for (const auto& [words, message] : mistakes) {
        EXPECT_EQ(error_of(words), message);
        EXPECT_FALSE(last);
    }
    for (const char* const wrong : {"0", "9", "-1", "x", "1x", "1.5", "99999999999999999999", ""}) {
        EXPECT_EQ(error_of({"pot", "--threads", wrong}),
                  "the option --threads needs a whole number from 1 to 8, not \"" + std::string(wrong) + '"');
        EXPECT_FALSE(last);
    }
    for (const char* const wrong : {"nan", "inf", "-0.1", "1.1", "2", "x", "1e999", ""}) {
        EXPECT_EQ(error_of({"pot", "--share", wrong}),
                  "the option --share needs a number from 0 to 1, not \"" + std::string(wrong) + '"');
        EXPECT_FALSE(last);
    }
    EXPECT_NE(error_of({"pot", "--games", ""}), "");
}

// Runs "kitchen <words>", where "bake cake" is a subcommand of a group.
std::string output_of(const std::vector<std::string>& words, int expected_code) {
    CommandLine line("kitchen", "Cooks");
    CLI::App& bake = line.add_group("bake", "Bakes");
    auto [options, settings] = add_command(bake, "cake", "Bakes a cake", stir);
    options.add("--minutes", settings.minutes, 0, 1e6, "time");
    options.add("--share", settings.share, 1e-6, 1, "salt");
    auto [plain_options, plain] = add_command(line.top(), "boil", "Boils it", stir);
    plain_options.set_details("Water comes first.");
    std::vector<const char*> arguments{"kitchen"};
    for (const std::string& word : words) { arguments.push_back(word.c_str()); }
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    EXPECT_EQ(line.run(static_cast<int>(arguments.size()), arguments.data()), expected_code);
    return testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
}

TEST(CommandLine, WrongSubcommandsAreSentencesToo) {
    EXPECT_EQ(output_of({"fry"}, ExitMisused),
              "skua-lab: there is no subcommand \"fry\" (kitchen --help lists what is possible)\n");
    EXPECT_EQ(output_of({"bake"}, ExitMisused),
              "skua-lab: bake needs a subcommand (kitchen bake --help lists what is possible)\n");
    EXPECT_EQ(output_of({"bake", "bread"}, ExitMisused),
              "skua-lab: there is no subcommand \"bread\" (kitchen bake --help lists what is possible)\n");
    EXPECT_TRUE(output_of({"--minutes", "5", "bake", "cake"}, ExitMisused)
                    .starts_with("skua-lab: there is no option \"--minutes\" before the subcommand ("));
}

TEST(CommandLine, EachHelpHasItsOwnTextOnly) {
    EXPECT_NE(output_of({"--help"}, ExitDone).find("\nkitchen <subcommand> --help describes"), std::string::npos);
    EXPECT_NE(output_of({"bake", "--help"}, ExitDone).find("\nkitchen bake <subcommand> --help describes"),
              std::string::npos);
    const std::string cake = output_of({"bake", "cake", "--help"}, ExitDone);
    EXPECT_EQ(cake.find("<subcommand>"), std::string::npos) << cake;
    EXPECT_NE(cake.find("\nUsage: kitchen bake cake [options]\n"), std::string::npos) << cake;
    const std::string boil = output_of({"boil", "--help"}, ExitDone);
    EXPECT_TRUE(boil.ends_with("\n\nWater comes first.\n")) << boil;
}

TEST(CommandLine, HelpShowsRangesAndDefaultsPlainly) {
    const std::string text = output_of({"bake", "cake", "--help"}, ExitDone);
    EXPECT_NE(text.find("  --minutes <0..1000000>          time\n"), std::string::npos) << text;
    EXPECT_NE(text.find("  --share <0.000001..1>           salt (default 0.25)\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace skua::lab
