#include "engine/shown_score.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

ShownScore shown(Score score) { return to_shown(score, EvaluatorKind::Nnue); }
int centipawns(Score score, EvaluatorKind kind) { return std::get<Centipawns>(to_shown(score, kind)).value; }

TEST(ShownScore, TheScaleIsThatOfTheEvaluation) {
    for (const EvaluatorKind kind : EvaluatorKinds) {
        EXPECT_EQ(centipawns(0, kind), 0);
        for (int value = -1000; value <= 1000; ++value) {
            ASSERT_EQ(centipawns(from_shown({value}, kind), kind), value);
        }
        EXPECT_EQ(centipawns(-300, kind), -centipawns(300, kind));
        for (Score score = -2000; score < 2000; ++score) {
            ASSERT_LE(centipawns(score, kind), centipawns(score + 1, kind));
        }
    }
    EXPECT_NE(centipawns(1000, EvaluatorKind::Nnue), centipawns(1000, EvaluatorKind::Classical));
}

TEST(ShownScore, EveryEvaluationIsCentipawnsBelowATablebaseWin) {
    for (const EvaluatorKind kind : EvaluatorKinds) {
        for (Score score = -MaxEvaluation; score <= MaxEvaluation; score += 7) {
            ASSERT_LE(std::abs(centipawns(score, kind)), MaxCentipawns) << score;
        }
        EXPECT_EQ(centipawns(MaxEvaluation, kind), MaxCentipawns);
        EXPECT_EQ(centipawns(-MaxEvaluation, kind), -MaxCentipawns);
    }
    EXPECT_LT(MaxCentipawns, (TablebaseWin{MaxPly, true}.as_centipawns()));
}

TEST(ShownScore, MatesAreCountedInMoves) {
    EXPECT_EQ(shown(mate_in(1)), ShownScore(MateIn{1, true}));
    EXPECT_EQ(shown(mate_in(3)), ShownScore(MateIn{2, true}));
    EXPECT_EQ(shown(mate_in(5)), ShownScore(MateIn{3, true}));
    EXPECT_EQ(shown(mated_in(0)), ShownScore(MateIn{0, false}));
    EXPECT_EQ(shown(mated_in(2)), ShownScore(MateIn{1, false}));
    EXPECT_EQ(shown(mated_in(4)), ShownScore(MateIn{2, false}));
    EXPECT_EQ(shown(mate_in(MaxPly - 1)), ShownScore(MateIn{MaxPly / 2, true}));
    // A bound may have the other parity.
    EXPECT_EQ(shown(mate_in(2)), ShownScore(MateIn{1, true}));
    EXPECT_EQ(shown(mated_in(3)), ShownScore(MateIn{1, false}));
}

TEST(ShownScore, TablebaseWinsHaveTheirOwnKind) {
    EXPECT_EQ(shown(MateBound - 1), ShownScore(TablebaseWin{0, true}));
    EXPECT_EQ(shown(-(MateBound - 1)), ShownScore(TablebaseWin{0, false}));
    EXPECT_EQ(shown(MateBound - 1 - 12), ShownScore(TablebaseWin{12, true}));
    EXPECT_EQ(shown(WinBound), ShownScore(TablebaseWin{MaxPly, true}));
    EXPECT_EQ(shown(-WinBound), ShownScore(TablebaseWin{MaxPly, false}));
    EXPECT_TRUE(std::holds_alternative<Centipawns>(shown(WinBound - 1)));
    EXPECT_TRUE(std::holds_alternative<MateIn>(shown(MateBound)));
}

TEST(ShownScore, TablebaseWinsAsCentipawnsAreLargerWhenSooner) {
    EXPECT_EQ((TablebaseWin{0, true}.as_centipawns()), 20000);
    EXPECT_EQ((TablebaseWin{7, true}.as_centipawns()), 19993);
    EXPECT_EQ((TablebaseWin{7, false}.as_centipawns()), -19993);
}

}  // namespace
}  // namespace skua
