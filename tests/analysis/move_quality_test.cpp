#include "analysis/move_quality.h"

#include <gtest/gtest.h>

#include <array>

namespace skua {
namespace {

TEST(ExpectedPointsTest, AreWinsAndHalfTheDraws) {
    EXPECT_EQ(expected_points(CertainWin), 100);
    EXPECT_EQ(expected_points(CertainDraw), 50);
    EXPECT_EQ(expected_points(CertainLoss), 0);
    EXPECT_EQ(expected_points(Wdl{500, 400, 100}), 70);
    EXPECT_EQ(expected_points(Centipawns{0}), 50);
    EXPECT_EQ(expected_points(MateIn{3, true}), 100);
    EXPECT_EQ(expected_points(TablebaseWin{3, false}), 0);
    for (int centipawns = -1000; centipawns < 1000; centipawns += 10) {
        EXPECT_LE(expected_points(Centipawns{centipawns}), expected_points(Centipawns{centipawns + 10}));
        EXPECT_DOUBLE_EQ(expected_points(Centipawns{centipawns}) + expected_points(Centipawns{-centipawns}), 100);
    }
}

// The largest score at or below which at least this many points are lost against 0.
int centipawns_losing(ExpectedPoints points) {
    int centipawns = 0;
    while (50 - expected_points(Centipawns{centipawns}) < points) { --centipawns; }
    return centipawns;
}

TEST(ErrorLabels, HaveTheirLimits) {
    const auto label = [](int played) { return error_label(Centipawns{0}, Centipawns{played}); };
    EXPECT_EQ(label(10), MoveLabel::None);
    EXPECT_EQ(label(centipawns_losing(InaccuracyLoss) + 1), MoveLabel::None);
    EXPECT_EQ(label(centipawns_losing(InaccuracyLoss)), MoveLabel::Inaccuracy);
    EXPECT_EQ(label(centipawns_losing(MistakeLoss) + 1), MoveLabel::Inaccuracy);
    EXPECT_EQ(label(centipawns_losing(MistakeLoss)), MoveLabel::Mistake);
    EXPECT_EQ(label(centipawns_losing(BlunderLoss) + 1), MoveLabel::Mistake);
    EXPECT_EQ(label(centipawns_losing(BlunderLoss)), MoveLabel::Blunder);
    // The same loss of centipawns is no error where the game is decided.
    EXPECT_EQ(error_label(Centipawns{900}, Centipawns{700}), MoveLabel::None);
}

TEST(ErrorLabels, OfMates) {
    const MateIn wins{4, true};
    const MateIn loses{4, false};
    // A mate that takes longer, or a tablebase win instead of one that takes shorter, is not an error by itself.
    EXPECT_EQ(error_label(wins, MateIn{9, true}), MoveLabel::None);
    EXPECT_EQ(error_label(wins, TablebaseWin{5, true}), MoveLabel::None);
    EXPECT_EQ(error_label(loses, MateIn{1, false}), MoveLabel::None);
    EXPECT_EQ(error_label(TablebaseWin{5, false}, loses), MoveLabel::None);
    // Lost mates, in games that are still won more or less.
    EXPECT_EQ(error_label(wins, Centipawns{0}), MoveLabel::Blunder);
    EXPECT_EQ(error_label(wins, Centipawns{1000}), MoveLabel::Inaccuracy);
    EXPECT_EQ(error_label(wins, TablebaseWin{5, false}), MoveLabel::Blunder);
    EXPECT_EQ(error_label(wins, loses), MoveLabel::Blunder);
    // Allowed mates, in games that were lost more or less.
    EXPECT_EQ(error_label(Centipawns{0}, loses), MoveLabel::Blunder);
    EXPECT_EQ(error_label(Centipawns{-1000}, loses), MoveLabel::Inaccuracy);
    int between = 0;
    while (expected_points(Centipawns{between}) >= 5) { --between; }
    EXPECT_EQ(error_label(Centipawns{between}, loses), MoveLabel::Mistake);
}

TEST(ErrorLabels, HaveNames) {
    EXPECT_EQ(name_of(MoveLabel::None), "");
    EXPECT_EQ(name_of(MoveLabel::Inaccuracy), "inaccuracy");
    EXPECT_EQ(name_of(MoveLabel::Blunder), "blunder");
    EXPECT_TRUE(is_error(MoveLabel::Mistake));
    EXPECT_FALSE(is_error(MoveLabel::Best));
}

TEST(Accuracy, OfOneMove) {
    EXPECT_EQ(move_accuracy(50, 50), 100);
    EXPECT_EQ(move_accuracy(50, 60), 100);
    // Computed by hand from the formula.
    EXPECT_NEAR(move_accuracy(60, 50), 64.58, 0.01);
    EXPECT_NEAR(move_accuracy(100, 0), 0, 0.01);
    EXPECT_GT(move_accuracy(51, 50), move_accuracy(52, 50));
}

TEST(Accuracy, OfSeveralMoves) {
    EXPECT_EQ(combined_accuracy({}), 100);
    const std::array<WeighedMove, 2> even{{{100, 1}, {50, 1}}};
    // The mean of 75 and of 2 / (1/100 + 1/50) = 66.67.
    EXPECT_NEAR(combined_accuracy(even), 70.83, 0.01);
    const std::array<WeighedMove, 2> uneven{{{100, 1}, {50, 3}}};
    EXPECT_NEAR(combined_accuracy(uneven), (62.5 + 66.67) / 2, 0.01);
    const std::array<WeighedMove, 2> with_zero{{{100, 1}, {0, 1}}};
    EXPECT_GT(combined_accuracy(with_zero), 20);
}

TEST(Accuracy, WeighsMovesByWhatHappensAroundThem) {
    EXPECT_TRUE(move_weights({}).empty());
    EXPECT_TRUE(move_weights(std::array{50.0}).empty());
    EXPECT_EQ(move_weights(std::array{50.0, 50.0}), std::vector{0.5});
    const std::array points{50.0, 50.0, 50.0, 50.0, 60.0, 60.0, 60.0};
    const std::vector<double> weights = move_weights(points);
    ASSERT_EQ(weights.size(), 6U);
    // The fourth move changes the points: its window of two holds 50 and 60.
    EXPECT_EQ(weights, (std::vector{0.5, 0.5, 0.5, 5.0, 0.5, 0.5}));
    const std::array wild{0.0, 100.0, 0.0};
    EXPECT_EQ(move_weights(wild), (std::vector{12.0, 12.0}));
}

TEST(CentipawnLoss, IsBounded) {
    EXPECT_EQ(centipawn_loss(Centipawns{50}, Centipawns{-30}), 80);
    EXPECT_EQ(centipawn_loss(Centipawns{50}, Centipawns{80}), 0);
    EXPECT_EQ(centipawn_loss(Centipawns{1500}, Centipawns{1200}), 0);
    EXPECT_EQ(centipawn_loss(MateIn{1, true}, MateIn{2, false}), 2000);
    EXPECT_EQ(centipawn_loss(TablebaseWin{1, true}, Centipawns{0}), 1000);
}

}  // namespace
}  // namespace skua
