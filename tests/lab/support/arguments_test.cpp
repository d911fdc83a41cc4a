#include "lab/support/arguments.h"

#include <gtest/gtest.h>

namespace skua::lab {
namespace {

struct Sample {
    std::int64_t threads = 3;
    std::optional<std::int64_t> games;
    double share = 0.25;
    std::optional<double> minutes;
    bool filter = false;
    std::string spoon;
    std::string heat;
    std::vector<std::string> others;
    std::string error;
};

Sample read(const std::vector<std::string_view>& words) {
    Sample sample;
    ArgumentReader reader("stir", "<pot>", "Stirs it.", 1, 2);
    reader.add<std::int64_t>("--threads", sample.threads, 1, 8, "hands");
    reader.add<std::int64_t>("--games", sample.games, 1, 100, "rounds");
    reader.add<double>("--share", sample.share, 0, 1, "of salt");
    reader.add<double>("--minutes", sample.minutes, 0, 60, "time");
    reader.add_flag("--filter", sample.filter, "skim it");
    reader.add_text("--spoon", sample.spoon, "name", "with this one");
    reader.add_choice("--heat", sample.heat, {"low", "high"}, "how hot");
    const Result<std::vector<std::string>> others = reader.read(words);
    if (others) {
        sample.others = *others;
    } else {
        sample.error = others.error();
    }
    return sample;
}

TEST(Arguments, DefaultsStay) {
    const Sample sample = read({"pot"});
    EXPECT_EQ(sample.error, "");
    EXPECT_EQ(sample.others, std::vector<std::string>{"pot"});
    EXPECT_EQ(sample.threads, 3);
    EXPECT_FALSE(sample.games);
    EXPECT_EQ(sample.share, 0.25);
    EXPECT_FALSE(sample.minutes);
    EXPECT_FALSE(sample.filter);
}

TEST(Arguments, OptionsMayStandAnywhere) {
    const Sample sample = read({"--threads", "8", "pot", "--filter", "--games", "5", "lid", "--share", "0.5",
                                "--minutes", "1e1", "--spoon", "wooden", "--heat", "high"});
    EXPECT_EQ(sample.error, "");
    EXPECT_EQ(sample.heat, "high");
    EXPECT_EQ(read({"pot", "--heat", "hot"}).error, "--heat is low or high, not \"hot\"");
    EXPECT_EQ(sample.spoon, "wooden");
    EXPECT_EQ(sample.others, (std::vector<std::string>{"pot", "lid"}));
    EXPECT_EQ(sample.threads, 8);
    EXPECT_EQ(sample.games, 5);
    EXPECT_EQ(sample.share, 0.5);
    EXPECT_EQ(sample.minutes, 10.0);
    EXPECT_TRUE(sample.filter);
}

TEST(Arguments, AfterTwoDashesThereAreNoOptions) {
    EXPECT_EQ(read({"--", "--filter"}).others, std::vector<std::string>{"--filter"});
}

TEST(Arguments, EachMistakeHasItsSentence) {
    EXPECT_EQ(read({}).error, "stir needs <pot>");
    EXPECT_EQ(read({"a", "b", "c"}).error, "stir can't make sense of \"c\"");
    EXPECT_EQ(read({"pot", "--salt"}).error, "stir has no option \"--salt\"");
    EXPECT_EQ(read({"pot", "--threads"}).error, "--threads needs a value");
    EXPECT_EQ(read({"pot", "--spoon", ""}).error, "--spoon is a word that isn't empty, not \"\"");
    EXPECT_EQ(read({"pot", "--share", "2"}).error, "--share is a number from 0 to 1, not \"2\"");
    for (const std::string_view wrong : {"0", "9", "-1", "x", "", "1x", "1.5", "99999999999999999999", "--filter"}) {
        EXPECT_TRUE(
            read({"pot", "--threads", wrong}).error.starts_with("--threads is a whole number from 1 to 8, not "))
            << wrong;
    }
    for (const std::string_view wrong : {"nan", "inf", "-0.1", "1.1", "x", "", "1e999"}) {
        EXPECT_TRUE(read({"pot", "--share", wrong}).error.starts_with("--share is a number from 0 to 1, not "))
            << wrong;
    }
}

TEST(Arguments, TheHelpTextNamesEverything) {
    std::int64_t threads = 3;
    bool filter = false;
    ArgumentReader reader("stir", "<pot>", "Stirs it.", 1, 1);
    reader.add<std::int64_t>("--threads", threads, 1, 8, "hands");
    reader.add_flag("--filter", filter, "skim it");
    EXPECT_EQ(reader.help(),
              "skua-lab stir <pot> [options]\n"
              "Stirs it.\n"
              "  --threads N  hands (3)\n"
              "  --filter     skim it\n");
}

}  // namespace
}  // namespace skua::lab
