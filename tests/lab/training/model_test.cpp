// The gradient is the derivative, and the engine computes what the trainer computes.
#include "lab/training/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "eval/nnue/nnue.h"
#include "lab/training/training_support.h"

namespace skua::lab {
namespace {

TEST(Model, TheTargetMixesScoreAndResult) {
    const Position position = position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    const double expected = 1 / (1 + std::exp(-0.004 * 150));
    for (const GameResult outcome : {GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins}) {
        const TrainingPosition packed = to_training_position(position, 150, outcome);
        const double result = static_cast<double>(outcome) / 2;
        EXPECT_NEAR(static_cast<double>((Target{0, 0.004F}.of(packed))), expected, 1e-5);
        EXPECT_NEAR(static_cast<double>((Target{1, 0.004F}.of(packed))), result, 1e-6);
        EXPECT_NEAR(static_cast<double>((Target{0.25F, 0.004F}.of(packed))), 0.25 * result + 0.75 * expected, 1e-5);
    }
}

TEST(Model, GradientIsTheSlope) {
    const NetShape shape{80, 4};  // a large tile and a small one
    const Target target;
    NetWeights weights = random_weights(shape, 3);
    NetWorker worker(shape);
    Prng prng(4);
    std::array<int, 6> checked{};
    for (const TrainingPosition& position : some_positions(5, 40)) {
        NetWeights gradient(shape.size(), 0.0F);
        worker.backward(weights, {&position, 1}, target, gradient);
        ActiveInputs inputs;
        read_inputs(position, inputs);
        const std::size_t bucket = shape.bucket_of(piece_count(position));
        for (int i = 0; i < 60; ++i) {
            // Weights of every kind that matter in this position, and any weight.
            const std::array<std::size_t, 6> kinds{
                shape.input_weight(inputs.own[prng.below(inputs.own.size())], prng.below(shape.hidden)),
                shape.input_weight(inputs.enemy[prng.below(inputs.enemy.size())], prng.below(shape.hidden)),
                shape.hidden_bias() + prng.below(shape.hidden),
                shape.output_weights(bucket) + prng.below(2 * shape.hidden),
                shape.output_bias() + bucket,
                prng.below(shape.size())};
            const auto kind = static_cast<std::size_t>(i) % kinds.size();
            const std::size_t place = kinds[kind];
            const float step = 1e-2F;
            const float kept = weights[place];
            const auto error_at = [&](float value) {
                weights[place] = value;
                return worker.error(weights, {&position, 1}, target);
            };
            const double up = error_at(kept + step);
            const double down = error_at(kept - step);
            const double middle = error_at(kept);
            const double left = (middle - down) / static_cast<double>(step);
            const double right = (up - middle) / static_cast<double>(step);
            // At a corner of the clipping there is no slope to compare.
            const double slope = static_cast<double>(gradient[place]);
            if (std::abs(left - right) > 2e-3 + 0.05 * std::abs(slope)) { continue; }
            EXPECT_NEAR(slope, (left + right) / 2, 1e-3 + 0.05 * std::abs(slope)) << place;
            checked[kind] += std::abs(slope) > 5e-3 ? 1 : 0;
        }
    }
    for (std::size_t kind = 0; kind < 5; ++kind) { EXPECT_GT(checked[kind], 10) << kind; }
}

TEST(Model, ManyPositionsAddUp) {
    const NetShape shape{80, 4};
    const Target target;
    const NetWeights weights = random_weights(shape, 3);
    const std::vector<TrainingPosition> positions = some_positions(6, 600);  // several groups, the last one smaller
    NetWorker worker(shape);
    NetWeights together(shape.size(), 0.0F);
    const double error = worker.backward(weights, positions, target, together);
    NetWeights one_by_one(shape.size(), 0.0F);
    double sum = 0;
    for (const TrainingPosition& position : positions) {
        const double single = worker.backward(weights, {&position, 1}, target, one_by_one);
        EXPECT_NEAR(single, worker.error(weights, {&position, 1}, target), 1e-9);
        const double output = static_cast<double>(worker.forward(weights, position));
        const double expected =
            1 / (1 + std::exp(-output * nnue::EvalScale * static_cast<double>(target.sigmoid_scale)));
        EXPECT_NEAR(single, std::pow(expected - static_cast<double>(target.of(position)), 2), 1e-5);
        sum += single;
    }
    EXPECT_NEAR(error, sum, 1e-6 * sum);
    EXPECT_NEAR(worker.error(weights, positions, target), sum, 1e-6 * sum);
    int moved = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        EXPECT_NEAR(together[i], one_by_one[i], 1e-4F + 1e-4F * std::abs(one_by_one[i])) << i;
        moved += std::abs(one_by_one[i]) > 1e-2F ? 1 : 0;
    }
    EXPECT_GT(moved, 1000);
}

TEST(Model, FilesHaveTheWeightsRowByRow) {
    const NetShape shape{80, 4};
    NetWeights weights(shape.size());
    for (std::size_t i = 0; i < weights.size(); ++i) { weights[i] = static_cast<float>(i); }
    const NetWeights rows = to_file_order(shape, weights);
    EXPECT_NE(rows, weights);
    EXPECT_EQ(from_file_order(shape, rows), weights);
    EXPECT_EQ(rows[5 * 80 + 79], weights[shape.input_weight(5, 79)]);
    EXPECT_TRUE(std::equal(rows.begin() + 768 * 80, rows.end(), weights.begin() + 768 * 80)) << "the rest stays";
    NetWeights sorted = rows;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, weights) << "each weight has its own place";
}

TEST(Quantise, TheEngineSeesWhatTheTrainerSees) {
    const NetShape shape{nnue::Hidden, nnue::OutputBuckets};
    NetWeights weights = random_weights(shape, 21);
    // Biases, too, which begin as zeros.
    Prng prng(23);
    for (std::size_t i = shape.hidden_bias(); i < shape.output_weights(0); ++i) {
        weights[i] = static_cast<float>(prng.unit() - 0.5);
    }
    for (std::size_t i = shape.output_bias(); i < shape.size(); ++i) {
        weights[i] = static_cast<float>(4 * prng.unit() - 2);
    }
    const auto network = nnue::parse_network(quantise(shape, weights));
    ASSERT_TRUE(network) << network.error();
    NetWorker worker(shape);
    double worst = 0;
    visit_random_positions(22, 1000, [&](const Game& game) {
        const double real =
            static_cast<double>(worker.forward(weights, to_training_position(game.position(), 0, GameResult::Draw)));
        const double engine = nnue::raw_evaluate(**network, game.position());
        worst = std::max(worst, std::abs(real * nnue::EvalScale - engine));
    });
    EXPECT_LT(worst, 20.0);
}

TEST(Dequantise, IsTheWayBack) {
    const NetShape shape{80, 4};
    const std::vector<std::uint8_t> file = quantise(shape, random_weights(shape, 5));
    const auto network = dequantise(file);
    ASSERT_TRUE(network) << network.error();
    EXPECT_EQ(network->shape, shape);
    EXPECT_EQ(quantise(shape, network->weights), file);
    const NetWeights before = random_weights(shape, 5);
    for (std::size_t i = 0; i < shape.size(); ++i) {
        EXPECT_NEAR(network->weights[i], before[i], i < shape.output_weights(0) ? 0.5F / 254 : 0.5F / 63) << i;
    }
    for (const std::size_t place : {0U, 8U, 12U, 16U, 20U, 24U, 60U, 100U}) {
        std::vector<std::uint8_t> spoiled = file;
        spoiled[place] ^= 1;
        EXPECT_FALSE(dequantise(spoiled)) << place;
    }
    EXPECT_FALSE(dequantise(std::span(file).first(file.size() - 1)));
}

TEST(Widen, NewNeuronsChangeNoOutput) {
    const NetShape small{48, nnue::OutputBuckets};
    const NetShape large{80, nnue::OutputBuckets};
    NetWeights weights = random_weights(small, 7);
    for (std::size_t i = small.output_bias(); i < small.size(); ++i) { weights[i] = static_cast<float>(i % 7); }
    const auto widened = widen({small, weights}, large, 8);
    ASSERT_TRUE(widened) << widened.error();
    NetWorker before(small);
    NetWorker after(large);
    NetWeights gradient(large.size(), 0.0F);
    for (const TrainingPosition& position : some_positions(12, 200)) {
        EXPECT_NEAR(after.forward(*widened, position), before.forward(weights, position), 1e-4F);
        after.backward(*widened, {&position, 1}, {}, gradient);
    }
    // They can learn: there is a slope for the weights behind them.
    EXPECT_NE(gradient[large.output_weights(5) + 79], 0.0F);
    EXPECT_EQ(*widen({small, weights}, small, 8), weights);
    const auto narrower = widen({large, *widened}, small, 8);
    ASSERT_FALSE(narrower);
    EXPECT_EQ(narrower.error(),
              "it has 80 hidden neurons and 8 output buckets, which 48 hidden neurons and 8 output buckets can't hold");
    EXPECT_FALSE(widen({small, weights}, {80, 4}, 8));
}

}  // namespace
}  // namespace skua::lab
