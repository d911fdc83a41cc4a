#include "lab/proof/exchange.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace skua::lab::proof {
namespace {

TEST(Exchange, IsPlayedOut) {
    EXPECT_EQ(exchange_on(position_of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), Square::D5), 1);
    EXPECT_EQ(exchange_on(position_of("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1"), Square::D5), 0) << "pawn for pawn";
    EXPECT_EQ(exchange_on(position_of("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1"), Square::D5), 0) << "not with the queen";
    EXPECT_EQ(exchange_on(position_of("3rk3/8/8/3n4/8/8/3R4/3RK3 w - - 0 1"), Square::D5), 3) << "two against one";
    EXPECT_EQ(exchange_on(position_of("4k3/8/4b3/3n4/8/8/8/3RR1K1 w - - 0 1"), Square::D5), 3) << "the guard is pinned";
}

TEST(Exchange, LooksEverywhere) {
    EXPECT_EQ(best_exchange(Position()), 0);
    EXPECT_EQ(best_exchange(position_of("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")), 8) << "a new queen";
    EXPECT_EQ(best_exchange(position_of("1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1")), 13) << "and a rook";
    const Position hanging = position_of("4k3/8/8/3n4/8/8/8/3RK3 b - - 0 1");
    EXPECT_EQ(best_exchange_of(hanging, Color::White), 3) << "after a pass";
    EXPECT_EQ(best_exchange_of(hanging, Color::Black), 0);
    EXPECT_EQ(best_exchange_of(position_of("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"), Color::White), 9);
}

}  // namespace
}  // namespace skua::lab::proof
