#include "tablebase/outcome.h"

#include <gtest/gtest.h>

namespace skua::tablebase {
namespace {

TEST(Outcome, TurnsAroundForTheOtherSide) {
    EXPECT_EQ(-Outcome::Win, Outcome::Loss);
    EXPECT_EQ(-Outcome::CursedWin, Outcome::BlessedLoss);
    EXPECT_EQ(-Outcome::Draw, Outcome::Draw);
    EXPECT_LT(Outcome::Loss, Outcome::BlessedLoss);
    EXPECT_LT(Outcome::CursedWin, Outcome::Win);
}

TEST(Outcome, HasASign) {
    EXPECT_EQ(sign_of(Outcome::CursedWin), 1);
    EXPECT_EQ(sign_of(Outcome::Draw), 0);
    EXPECT_EQ(sign_of(Outcome::Loss), -1);
    EXPECT_EQ(sign_of(-17), -1);
}

TEST(Outcome, ZeroingMovesReachItInOnePlyOrTooLate) {
    EXPECT_EQ(zeroing_distance(Outcome::Win), 1);
    EXPECT_EQ(zeroing_distance(Outcome::CursedWin), 101);
    EXPECT_EQ(zeroing_distance(Outcome::Draw), 0);
    EXPECT_EQ(zeroing_distance(Outcome::BlessedLoss), -101);
    EXPECT_EQ(zeroing_distance(Outcome::Loss), -1);
}

}  // namespace
}  // namespace skua::tablebase
