#include "analysis/reason.h"

#include <gtest/gtest.h>

#include "analysis/support.h"

namespace skua {
namespace {

TEST(ReasonTest, KnowsWhatMovesTake) {
    const Position position = position_of("4k3/1P6/8/3p4/4P3/8/8/4K3 w - - 0 1");
    EXPECT_EQ(taken_by(position, move_of(position, "e4d5")), 100);
    EXPECT_EQ(taken_by(position, move_of(position, "b7b8q")), 800);
    EXPECT_EQ(taken_by(position, move_of(position, "e1e2")), 0);
    Game game(position);
    game.play(move_of(position, "e4d5"));
    EXPECT_EQ(owed_on(game, Square::D5), 100);
    EXPECT_EQ(owed_on(game, Square::D4), 0);
    EXPECT_EQ(owed_on(Game(), Square::D4), 0);
}

TEST(ReasonTest, QuartersAndDoublesLimits) {
    Limits limits;
    limits.nodes = 400;
    limits.move_time = 2;
    limits.depth = 9;
    const Limits quarter = quarter_of(limits);
    EXPECT_EQ(quarter.nodes, 100U);
    EXPECT_EQ(quarter.move_time, 1);
    EXPECT_EQ(quarter.depth, 7);
    EXPECT_FALSE(quarter_of({}).nodes);
    const Limits doubled = twice(limits);
    EXPECT_EQ(doubled.nodes, 800U);
    EXPECT_EQ(doubled.move_time, 4);
    EXPECT_EQ(doubled.depth, 10);
    EXPECT_FALSE(twice({}).nodes);
}

TEST(ReasonTest, ReadsAnnouncedMates) {
    SearchedLine line;
    line.score = MateIn{3, true};
    EXPECT_EQ(announced_mate(line, true), 3);
    EXPECT_EQ(announced_mate(line, false), 0);
    line.score = Centipawns{900};
    EXPECT_EQ(announced_mate(line, true), 0);
}

}  // namespace
}  // namespace skua
