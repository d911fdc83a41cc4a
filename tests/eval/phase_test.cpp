#include "eval/phase.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "chess/support.h"
#include "eval/classical/total.h"

namespace skua {
namespace {

// The evaluation's own blending, of a value without danger, complexity or scale.
Score interpolate(Pair value, int phase) {
    classical::Sums sums;
    sums.linear = value;
    return classical::blend(sums, phase);
}

int phase_of(const Position& position) {
    int phase = 0;
    for (const Square square : position.pieces()) { phase += PhaseWeights[type_of(position.piece_on(square))]; }
    return phase;
}

TEST(Phase, WeightsAreThoseAskedFor) {
    EXPECT_EQ(PhaseWeights[PieceType::Pawn], 0);
    EXPECT_EQ(PhaseWeights[PieceType::Knight], 1);
    EXPECT_EQ(PhaseWeights[PieceType::Bishop], 1);
    EXPECT_EQ(PhaseWeights[PieceType::Rook], 2);
    EXPECT_EQ(PhaseWeights[PieceType::Queen], 4);
    EXPECT_EQ(PhaseWeights[PieceType::King], 0);
    EXPECT_EQ(FullPhase, 24);
}

TEST(Phase, StartIsFullyMiddlegame) {
    EXPECT_EQ(phase_of(Position()), FullPhase);
    EXPECT_EQ(interpolate({1000, -1000}, phase_of(Position())), 1000);
}

TEST(Phase, BareKingsAreFullyEndgame) {
    const Position kings = position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(phase_of(kings), 0);
    EXPECT_EQ(interpolate({1000, -1000}, phase_of(kings)), -1000);
    EXPECT_EQ(phase_of(position_of("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1")), 0) << "pawns do not count";
}

TEST(Phase, PromotionsDoNotGoBeyondTheMiddlegame) {
    const Position queens = position_of("rnbqkbnr/8/8/8/8/8/QQQQPPPP/RNBQKBNR w KQkq - 0 1");
    EXPECT_GT(phase_of(queens), FullPhase);
    EXPECT_EQ(interpolate({321, -1000}, phase_of(queens)), 321);
    EXPECT_EQ(interpolate({321, -1000}, 1000), 321);
}

TEST(Phase, RisesInEqualSteps) {
    constexpr Pair Value{2400, 0};
    for (int phase = 0; phase <= FullPhase; ++phase) { EXPECT_EQ(interpolate(Value, phase), 100 * phase); }
    for (int phase = 0; phase <= FullPhase; ++phase) { EXPECT_EQ(interpolate({0, 2400}, phase), 2400 - 100 * phase); }
}

TEST(Phase, IsSmoothAndEqualForBothColours) {
    for (const Pair value :
         {Pair{100, 37}, Pair{-250, 999}, Pair{7, 7}, Pair{-1, 1}, Pair{1025, 936}, Pair{-3000, -12}}) {
        const int largest_step = std::abs(value.middlegame() - value.endgame()) / FullPhase + 1;
        for (int phase = 0; phase <= FullPhase; ++phase) {
            EXPECT_EQ(interpolate(value, phase), -interpolate(-value, phase)) << phase;
            if (phase > 0) {
                EXPECT_LE(std::abs(interpolate(value, phase) - interpolate(value, phase - 1)), largest_step) << phase;
            }
            EXPECT_GE(interpolate(value, phase), std::min(value.middlegame(), value.endgame()));
            EXPECT_LE(interpolate(value, phase), std::max(value.middlegame(), value.endgame()));
        }
    }
}

}  // namespace
}  // namespace skua
