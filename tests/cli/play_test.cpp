#include "cli/play.h"

#include "cli/support.h"

namespace skua::cli {
namespace {

class PlayTest : public CommandTest {};

TEST_F(PlayTest, StartsAGameOrSaysWhyNot) {
    EXPECT_EQ(run(play, {"--pgn", path("a.pgn")}, "quit\n"), Done);
    EXPECT_NE(output.find("Your move, 1. "), std::string::npos) << output;
    EXPECT_FALSE(exists("a.pgn"));
    EXPECT_EQ(run(play, {"--fen", "nonsense"}), Misused);
    EXPECT_EQ(run(play, {"--tables", "/no/such/folder"}), Failed);
}

}  // namespace
}  // namespace skua::cli
