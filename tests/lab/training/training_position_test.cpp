// The trainer sees what the engine sees.
#include "lab/training/training_position.h"

#include <gtest/gtest.h>

#include <set>

#include "chess/random_positions.h"
#include "chess/support.h"
#include "eval/nnue/architecture.h"

namespace skua::lab {
namespace {

TEST(TrainingPosition, SeesTheInputsThatTheEngineSees) {
    visit_random_positions(1, 2000, [&](const Game& game) {
        const Position& position = game.position();
        const Color us = position.side_to_move();
        const std::size_t buckets = game.position().pieces().count() % 2 == 0 ? 1 : 4;
        ActiveInputs inputs;
        const TrainingPosition packed = to_training_position(position, 0, GameResult::Draw);
        read_inputs(packed, inputs, buckets);
        EXPECT_EQ(piece_count(packed), position.pieces().count());
        for (const Color side : {us, ~us}) {
            std::set<std::size_t> expected;
            for (const Square square : position.pieces()) {
                expected.insert(
                    nnue::input_index(side, position.king_square(side), position.piece_on(square), square, buckets));
            }
            const auto& found = side == us ? inputs.own : inputs.enemy;
            ASSERT_EQ(std::set<std::size_t>(found.begin(), found.end()), expected);
            ASSERT_EQ(found.size(), expected.size());
        }
    });
}

TEST(TrainingPosition, ScoresAndResultsAreTheSideToMoves) {
    const Position white = position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    const Position black = position_of("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    EXPECT_EQ(to_training_position(white, 70, GameResult::WhiteWins).score, 70);
    EXPECT_EQ(to_training_position(white, 70, GameResult::WhiteWins).points, 2);
    EXPECT_EQ(to_training_position(black, 70, GameResult::WhiteWins).score, -70);
    EXPECT_EQ(to_training_position(black, 70, GameResult::WhiteWins).points, 0);
    EXPECT_EQ(to_training_position(black, 70, GameResult::Draw).points, 1);
}

}  // namespace
}  // namespace skua::lab
