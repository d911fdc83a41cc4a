#include "cli/game_source.h"

#include <gtest/gtest.h>

#include <sstream>

namespace skua::cli {
namespace {

const std::string Games =
    "1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 Ke4 *\n\n[White \"C\"]\n\n*\n\n[FEN \"x\"]\n\n1. e4 *\n\n[White \"E\"]\n\n1. "
    "c4 *\n";

TEST(GameSourceTest, ReadsRanges) {
    const auto range = [](const std::string& text) {
        const Result<GameRange> read = parse_game_range(text);
        return read ? std::pair(read->first, read->last) : std::pair<std::size_t, std::size_t>(0, 0);
    };
    using Pair = std::pair<std::size_t, std::size_t>;
    EXPECT_EQ(range("3"), Pair(3, 3));
    EXPECT_EQ(range("2-5"), Pair(2, 5));
    EXPECT_EQ(range("4-"), Pair(4, std::numeric_limits<std::size_t>::max()));
    EXPECT_EQ(range("-7"), Pair(1, 7));
    for (const char* const wrong : {"", "-", "0", "0-3", "5-2", "a", "1-b", "1--2", "+1", "1-2-3", "1,2"}) {
        EXPECT_FALSE(parse_game_range(wrong)) << wrong;
    }
}

TEST(GameSourceTest, GivesAllGamesWithWhatIsWrong) {
    std::istringstream input(Games);
    GameSource source(input, {});
    std::vector<SourceGame> games;
    while (auto game = source.next()) { games.push_back(*game); }
    ASSERT_EQ(games.size(), 5U);
    EXPECT_EQ(games[0].problem, "");
    EXPECT_EQ(games[0].game.line.moves.size(), 2U);
    EXPECT_TRUE(games[1].problem.starts_with("game 2, line 5: ")) << games[1].problem;
    EXPECT_EQ(games[1].game.line.moves.size(), 1U) << "the legal move before the error";
    EXPECT_FALSE(games[2].has_moves());
    EXPECT_FALSE(games[3].has_moves());
    EXPECT_NE(games[3].problem, "");
    EXPECT_EQ(games[4].number, 5U);
}

TEST(GameSourceTest, KeepsToItsRange) {
    std::istringstream input(Games);
    GameSource source(input, {2, 3});
    EXPECT_EQ(source.next()->number, 2U);
    EXPECT_EQ(source.next()->number, 3U);
    EXPECT_FALSE(source.next());
}

TEST(GameSourceTest, SurveysWhatThereIsToDo) {
    std::istringstream input(Games);
    const Survey found = survey(GameSource(input, {}));
    EXPECT_EQ(found.games, 3U);
    EXPECT_EQ(found.plies, 4U);
    EXPECT_TRUE(found.problem.starts_with("game 2, ")) << found.problem;
}

}  // namespace
}  // namespace skua::cli
