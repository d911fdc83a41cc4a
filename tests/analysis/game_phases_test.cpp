#include "analysis/game_phases.h"

#include <gtest/gtest.h>

#include <vector>

#include "chess/fen.h"

namespace skua {
namespace {

Position at(const char* fen) { return parse_fen(fen)->position; }

TEST(GamePhasesTest, BeginWhereTheBoardChanges) {
    const Position start;
    const Position developed = at("r4rk1/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R4RK1 w - - 0 1");
    const Position exchanged = at("r1bqk2r/pppp1ppp/8/8/8/8/PPPP1PPP/R1BQK2R w KQkq - 0 1");
    const Position ending = at("4k3/8/3r4/8/8/3R4/5B2/4K3 w - - 0 1");
    EXPECT_EQ(phases_of({}).at(0), GamePhase::Opening);
    EXPECT_EQ(phases_of(std::vector{start, start}).at(1), GamePhase::Opening);
    // Three men on the first rank.
    EXPECT_EQ(phases_of(std::vector{start, developed}).at(1), GamePhase::Middlegame);
    // Eight pieces.
    EXPECT_EQ(phases_of(std::vector{start, exchanged}).at(1), GamePhase::Middlegame);
    const GamePhases all = phases_of(std::vector{start, developed, start, ending, developed});
    EXPECT_EQ(all.at(0), GamePhase::Opening);
    EXPECT_EQ(all.at(1), GamePhase::Middlegame);
    EXPECT_EQ(all.at(2), GamePhase::Middlegame);
    EXPECT_EQ(all.at(3), GamePhase::Endgame);
    EXPECT_EQ(all.at(4), GamePhase::Endgame);
    EXPECT_EQ(name_of(GamePhase::Endgame), "endgame");
}

}  // namespace
}  // namespace skua
