#include "lab/proof/solver.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace skua::lab::proof {
namespace {

constexpr const char* Smothered = "r2q1r1k/2p1b1pp/p1n5/1p1Q1bN1/4n3/1BP1B3/PP3PPP/R4RK1 w - - 0 1";

TEST(SolverTest, SolvesMates) {
    Solver solver(200'000);
    const Position position = position_of(Smothered);
    EXPECT_EQ(solver.mates(position, 1), Answer::No);
    EXPECT_EQ(solver.mates(position, 2), Answer::Yes);
    EXPECT_EQ(solver.mates(position, 2, move_of(position, "d5g8")), Answer::Yes);
    EXPECT_EQ(solver.mates(position, 2, move_of(position, "g5f7")), Answer::No);
    EXPECT_EQ(solver.mates(position, 0), Answer::No);
    EXPECT_EQ(solver.mates(position_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), 1), Answer::Yes);
    EXPECT_EQ(solver.mates(position_of("k7/2K5/8/8/8/8/8/1Q6 w - - 0 1"), 1), Answer::Yes);
    EXPECT_EQ(solver.mates(position_of("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1"), 1, Move::normal(Square::C6, Square::C7)),
              Answer::No)
        << "not mate yet";
}

TEST(SolverTest, AdmitsWhatItCantSolve) {
    Solver solver(50);
    EXPECT_EQ(solver.mates(position_of(Smothered), 4, Move::normal(Square::A2, Square::A3)), Answer::Unknown);
    EXPECT_GT(solver.nodes(), 0U);
}

TEST(SolverTest, FindsPerpetualChecks) {
    Solver solver(50'000);
    const Position queen = position_of("7k/6p1/5pQ1/8/8/1q6/r5PP/6K1 w - - 0 1");
    EXPECT_EQ(solver.checks_forever(queen, move_of(queen, "g6e8")), Answer::Yes);
    EXPECT_EQ(solver.checks_forever(Position()), Answer::No);
    EXPECT_NE(solver.checks_forever(position_of("6k1/5pp1/8/8/8/8/q4PPP/4Q1K1 w - - 0 1")), Answer::Yes);
}

}  // namespace
}  // namespace skua::lab::proof
