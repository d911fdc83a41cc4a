#include "cli/commands.h"

#include "cli/support.h"

namespace skua::cli {
namespace {

class CommandsTest : public CommandTest {};

TEST_F(CommandsTest, AreFoundByName) {
    ASSERT_NE(find_command("analyse"), nullptr);
    EXPECT_EQ(find_command("analyze"), find_command("analyse"));
    EXPECT_EQ(find_command("bench"), nullptr) << "a command of UCI";
    EXPECT_EQ(find_command(""), nullptr);
}

TEST_F(CommandsTest, HaveHelpAndComplainOfMisuseInOneLine) {
    for (const Command& command : commands()) {
        EXPECT_NE(help().find(command.usage), std::string::npos);
        EXPECT_EQ(run(command.run, {"--help"}), Done);
        EXPECT_TRUE(output.starts_with("usage: skua " + std::string(command.name))) << output;
        std::istringstream lines(output);
        for (std::string line; std::getline(lines, line);) { EXPECT_LE(line.size(), 100U) << line; }
        EXPECT_EQ(run(command.run, {"--dance"}), Misused);
        EXPECT_EQ(output, "");
        EXPECT_TRUE(errors.starts_with("skua " + std::string(command.name) + ": ")) << errors;
        EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
    }
}

}  // namespace
}  // namespace skua::cli
