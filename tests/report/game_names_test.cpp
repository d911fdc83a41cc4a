#include "report/game_names.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

TEST(GameNamesTest, UseTheTags) {
    PgnGame game;
    game.tags.set("White", "Capablanca");
    game.tags.set("Black", "Tartakower");
    game.tags.set("Event", "New York 1924");
    game.tags.set("Site", "New York");
    game.tags.set("Round", "6");
    game.tags.set("Date", "1924.03.??");
    EXPECT_EQ(players_text(game), "Capablanca - Tartakower");
    EXPECT_EQ(occasion_text(game), "New York 1924, round 6, 1924.03") << "nothing twice";
}

TEST(GameNamesTest, DoWithoutTags) {
    EXPECT_EQ(players_text({}), "White - Black");
    EXPECT_EQ(occasion_text({}), "");
}

}  // namespace
}  // namespace skua
