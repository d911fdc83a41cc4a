#include "chess/game_result.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

TEST(GameResult, IsWrittenAndReadAsInPgn) {
    EXPECT_EQ(to_string(GameResult::WhiteWins), "1-0");
    EXPECT_EQ(to_string(GameResult::BlackWins), "0-1");
    EXPECT_EQ(to_string(GameResult::Draw), "1/2-1/2");
    EXPECT_EQ(to_string(GameResult::Unfinished), "*");
    for (const GameResult result :
         {GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unfinished}) {
        EXPECT_EQ(game_result_from_string(to_string(result)), result);
    }
    EXPECT_EQ(game_result_from_string("1/2"), GameResult::Draw);
    for (const char* const text : {"", "1", "1-1", "0-0", " 1-0", "1-0 ", "1/2-1/2-1/2", "**"}) {
        EXPECT_FALSE(game_result_from_string(text)) << text;
    }
}

TEST(GameResult, GivesEachPlayerPoints) {
    EXPECT_EQ(win_for(Color::White), GameResult::WhiteWins);
    EXPECT_EQ(win_for(Color::Black), GameResult::BlackWins);
    EXPECT_EQ(half_points(GameResult::WhiteWins, Color::White), 2);
    EXPECT_EQ(half_points(GameResult::WhiteWins, Color::Black), 0);
    EXPECT_EQ(half_points(GameResult::BlackWins, Color::White), 0);
    EXPECT_EQ(half_points(GameResult::BlackWins, Color::Black), 2);
    EXPECT_EQ(half_points(GameResult::Draw, Color::White), 1);
    EXPECT_EQ(half_points(GameResult::Draw, Color::Black), 1);
}

}  // namespace
}  // namespace skua
