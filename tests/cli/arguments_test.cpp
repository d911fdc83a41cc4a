#include "cli/arguments.h"

#include <gtest/gtest.h>

namespace skua::cli {
namespace {

struct Example {
    bool flag = false;
    std::optional<std::string> text;
    std::optional<int> number;
    Arguments arguments{"dance <steps> [options]", "Dances."};

    Example() {
        arguments.add_flag("--flag", flag, "a flag");
        arguments.add_text("--text", "words", text, "a text");
        arguments.add_number("--number", "n", number, 1, 10, "a number");
    }
    // The reason; empty if all is well.
    std::string parse(const std::vector<std::string>& words) {
        const std::optional<Error> error = arguments.parse(words);
        return error ? error->message : "";
    }
};

TEST(ArgumentsTest, ReadsOptionsWhereverTheyStand) {
    Example example;
    EXPECT_EQ(example.parse({"a", "--number", "7", "b", "--text=x=y", "--flag", "-"}), "");
    EXPECT_TRUE(example.flag);
    EXPECT_EQ(example.text, "x=y");
    EXPECT_EQ(example.number, 7);
    EXPECT_EQ(example.arguments.positional(), (std::vector<std::string>{"a", "b", "-"}));
}

TEST(ArgumentsTest, TwoDashesEndTheOptions) {
    Example example;
    EXPECT_EQ(example.parse({"--flag", "--", "--text", "x"}), "");
    EXPECT_EQ(example.arguments.positional(), (std::vector<std::string>{"--text", "x"}));
}

TEST(ArgumentsTest, SaysWhatIsWrong) {
    EXPECT_EQ(Example().parse({"--shake"}), "there is no option \"--shake\"");
    EXPECT_EQ(Example().parse({"--text"}), "--text needs a value: --text <words>");
    EXPECT_EQ(Example().parse({"--text="}), "--text needs a value");
    EXPECT_EQ(Example().parse({"--flag=1"}), "--flag takes no value");
    for (const char* const wrong : {"0", "11", "x", "", "1.5", "99999999999999999999"}) {
        EXPECT_EQ(Example().parse({"--number", wrong}),
                  "--number takes a number from 1 to 10, not \"" + std::string(wrong) + '"');
    }
}

TEST(ArgumentsTest, HelpListsAllOptions) {
    Example example;
    EXPECT_EQ(example.parse({"--shake", "-h"}), "");
    EXPECT_TRUE(example.arguments.wants_help());
    EXPECT_EQ(example.arguments.help(),
              "usage: skua dance <steps> [options]\nDances.\n\nOptions:\n"
              "  --flag          a flag\n"
              "  --text <words>  a text\n"
              "  --number <n>    a number\n");
}

}  // namespace
}  // namespace skua::cli
