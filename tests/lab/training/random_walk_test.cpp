#include "lab/training/random_walk.h"

#include <gtest/gtest.h>

#include "eval/evaluators.h"
#include "eval/nnue/network.h"
#include "lab/lab_support.h"
#include "lab/training/positions.h"

namespace skua::lab {
namespace {

std::vector<TrainingPosition> found_by(const RandomWalks& walks, const GameRecord& record, std::uint64_t seed) {
    const auto evaluator = make_evaluator(EvaluatorKind::Classical, nullptr);
    Prng prng(seed);
    std::vector<TrainingPosition> positions;
    walks.add(record, 7, *evaluator, prng, positions);
    return positions;
}

GameRecord record_of(std::string_view fen, std::initializer_list<std::string_view> moves) {
    GameRecord record;
    record.start = position_of(fen);
    record.result = GameResult::WhiteWins;
    Position position = record.start;
    for (const std::string_view text : moves) {
        record.plies.push_back({move_of(position, text), 20});
        position.play(record.plies.back().move);
    }
    return record;
}

TEST(RandomWalks, WithoutMovesTheyAreTheGame) {
    const GameRecord record = record_of(StartFen, {"e2e4", "e7e5", "g1f3"});
    RandomWalks walks;
    walks.count = 1;
    walks.max_moves = 0;
    const std::vector<TrainingPosition> positions = found_by(walks, record, 1);
    ASSERT_EQ(positions.size(), 3U);
    Position position = record.start;
    const auto evaluator = make_evaluator(EvaluatorKind::Classical, nullptr);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        position.play(record.plies[i].move);
        evaluator->reset(position);
        const Score score = to_white_view(position.side_to_move(), evaluator->evaluate(position));
        EXPECT_EQ(positions[i], to_training_position(position, score, GameResult::WhiteWins, 7));
    }
}

TEST(RandomWalks, LeadAwayFromTheGame) {
    const GameRecord record = record_of(StartFen, {"e2e4", "e7e5", "g1f3", "b8c6"});
    RandomWalks walks;
    walks.count = 50;
    std::vector<TrainingPosition> positions = found_by(walks, record, 2);
    EXPECT_GT(positions.size(), 150U);
    EXPECT_LE(positions.size(), 200U);
    remove_duplicates(positions);
    EXPECT_GT(positions.size(), 80U);
    EXPECT_EQ(found_by(walks, record, 3), found_by(walks, record, 3));
    EXPECT_NE(found_by(walks, record, 3), found_by(walks, record, 4));
}

// No evaluation is asked there.
TEST(RandomWalks, ChecksAndEndsOfGamesAreLeftOut) {
    RandomWalks walks;
    walks.max_moves = 0;
    EXPECT_TRUE(found_by(walks, record_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {"a1a8"}), 5).empty()) << "check";
    EXPECT_TRUE(found_by(walks, record_of("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", {"g5g6"}), 5).empty()) << "stalemate";
    EXPECT_EQ(found_by(walks, record_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {"a1a7"}), 5).size(), 4U);
}

}  // namespace
}  // namespace skua::lab
