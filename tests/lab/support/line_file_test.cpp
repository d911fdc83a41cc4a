#include "lab/support/line_file.h"

#include "lab/lab_support.h"
#include "lab/support/parallel.h"

namespace skua::lab {
namespace {

class LineFileTest : public LabTest {
protected:
    // Lines are numbers; "bad" can't be read.
    Result<std::unique_ptr<LineFile>> open(const std::string& conditions = "fair weather") {
        lines.clear();
        return LineFile::open(path("f"), "skua test 1", "the file of a test", conditions,
                              [this](std::string_view line) {
                                  lines.emplace_back(line);
                                  return line != "bad";
                              });
    }
    std::string refusal(const std::string& conditions = "fair weather") {
        const auto file = open(conditions);
        return file ? "" : file.error();
    }

    std::vector<std::string> lines;
};

TEST_F(LineFileTest, RemembersLines) {
    {
        const auto file = open();
        ASSERT_TRUE(file.ok()) << file.error();
        ASSERT_FALSE((*file)->add("one"));
        ASSERT_FALSE((*file)->add("two 2"));
        EXPECT_EQ(bytes_of(path("f")), "skua test 1: fair weather\none\ntwo 2\n") << "written at once";
        EXPECT_NE(refusal().find("another program is writing it"), std::string::npos);
    }
    const auto file = open();
    ASSERT_TRUE(file.ok()) << file.error();
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "two 2"}));
}

TEST_F(LineFileTest, AnUnfinishedLineIsCutOff) {
    put_bytes(path("f"), "skua test 1: fair weather\none\ntw");
    const auto file = open();
    ASSERT_TRUE(file.ok()) << file.error();
    EXPECT_EQ(lines, (std::vector<std::string>{"one"}));
    ASSERT_FALSE((*file)->add("two"));
    EXPECT_EQ(bytes_of(path("f")), "skua test 1: fair weather\none\ntwo\n");
}

TEST_F(LineFileTest, RefusesOtherFilesAndLeavesThemAlone) {
    for (const std::string text : {"recipes", "recipes\n", "recipes\nand mo", "skua test 2: fair weather\n"}) {
        put_bytes(path("f"), text);
        EXPECT_NE(refusal().find("f\": this is not the file of a test"), std::string::npos) << text;
        EXPECT_EQ(bytes_of(path("f")), text);
    }
    put_bytes(path("f"), "skua test 1: rain\none\n");
    EXPECT_NE(refusal().find("it has other conditions: rain, not fair weather"), std::string::npos) << refusal();
    put_bytes(path("f"), "skua test 1: rain\none\nbad\n");
    EXPECT_NE(refusal("rain").find("line 3 can't be read"), std::string::npos) << refusal("rain");
    EXPECT_FALSE(LineFile::open(path("no/folder"), "t", "n", "c", [](std::string_view) { return true; }).ok());
}

TEST_F(LineFileTest, SeveralThreadsMayAdd) {
    {
        const auto file = open();
        ASSERT_TRUE(file.ok()) << file.error();
        in_parallel(4, [&](std::size_t thread) {
            for (int i = 0; i < 100; ++i) {
                EXPECT_FALSE((*file)->add(std::string(50, static_cast<char>('a' + thread))));
            }
        });
    }
    ASSERT_TRUE(open().ok());
    ASSERT_EQ(lines.size(), 400U);
    for (const std::string& line : lines) { EXPECT_EQ(line, std::string(50, line.front())); }
}

}  // namespace
}  // namespace skua::lab
