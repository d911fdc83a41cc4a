#include "lab/training/positions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "lab/training/training_support.h"

namespace skua::lab {
namespace {

TEST(Positions, TakesWhatPassesTheFilter) {
    for (const GameRecord& record : random_records(3, 20)) {
        std::vector<TrainingPosition> found;
        add_positions(record, 7, {}, found);
        std::vector<TrainingPosition> expected;
        Position position = record.start;
        for (std::size_t ply = 0; ply < record.plies.size(); ++ply) {
            const auto& [move, score] = record.plies[ply];
            if (is_quiet_position(position, move, score, static_cast<int>(ply))) {
                expected.push_back(to_training_position(position, score, record.result, 7));
            }
            position.play(move);
        }
        EXPECT_EQ(found, expected);
    }
}

TEST(Positions, LaterScoresAreMixedIn) {
    GameRecord record;
    for (const int score : {int{NoScore}, 100, -40, MateScore - 3, 200}) {
        record.plies.push_back({Move(), static_cast<std::int16_t>(score)});
    }
    const GameRecord before = record;
    smooth_scores(record, 0);
    EXPECT_EQ(record.plies, before.plies);
    smooth_scores(record, 0.5);
    EXPECT_EQ(record.plies[0].score, NoScore);
    EXPECT_EQ(record.plies[4].score, 200);            // nothing comes after it
    EXPECT_EQ(record.plies[3].score, MateScore - 3);  // stays, but counts for the scores before it
    const auto expectation = [](int score) { return 1 / (1 + std::exp(-0.0054 * score)); };
    const double third = 0.5 * expectation(-40) + 0.5 * (0.5 * 0.9995 + 0.5 * expectation(200));
    EXPECT_NEAR(expectation(record.plies[2].score), third, 0.002);
    EXPECT_NEAR(expectation(record.plies[1].score), 0.5 * expectation(100) + 0.5 * third, 0.002);
}

TEST(Positions, KeepsTheFirstOfEachBoard) {
    std::vector<TrainingPosition> positions = some_positions(8, 500);
    remove_duplicates(positions);
    const std::vector<TrainingPosition> once = positions;
    EXPECT_EQ(remove_duplicates(positions), 0U);
    EXPECT_EQ(positions, once);
    // The newest scores stay.
    std::vector<TrainingPosition> newer = once;
    for (TrainingPosition& again : newer) {
        again.score = 77;
        again.game = 5;
    }
    positions.insert(positions.end(), newer.begin(), newer.end());
    EXPECT_EQ(remove_duplicates(positions), once.size());
    EXPECT_EQ(positions, newer);
    std::vector<TrainingPosition> none;
    EXPECT_EQ(remove_duplicates(none), 0U);
}

TEST(Positions, ShufflingLosesNothingAndMovesMost) {
    for (const std::size_t size : {0U, 1U, 2U, 31U, 33U, 5000U}) {
        std::vector<TrainingPosition> positions(size);
        for (std::size_t i = 0; i < size; ++i) { positions[i].game = static_cast<std::uint32_t>(i); }
        Prng prng(size);
        shuffle(positions, prng);
        std::set<std::uint32_t> seen;
        std::size_t unmoved = 0;
        for (std::size_t i = 0; i < size; ++i) {
            seen.insert(positions[i].game);
            unmoved += positions[i].game == i ? 1 : 0;
        }
        EXPECT_EQ(seen.size(), size);
        EXPECT_LT(unmoved, 20U);
    }
}

TEST(Positions, AGameIsLearnedFromOrCheckedWith) {
    std::vector<TrainingPosition> positions(20000);
    for (std::size_t i = 0; i < positions.size(); ++i) { positions[i].game = static_cast<std::uint32_t>(i / 20); }
    const TrainingSet set = split_by_game(positions, 10);
    EXPECT_EQ(set.training.size() + set.validation.size(), positions.size());
    std::set<std::uint32_t> games;
    for (const TrainingPosition& position : set.validation) { games.insert(position.game); }
    EXPECT_EQ(set.validation.size(), games.size() * 20);
    EXPECT_NEAR(static_cast<double>(games.size()), 100, 35);
}

}  // namespace
}  // namespace skua::lab
