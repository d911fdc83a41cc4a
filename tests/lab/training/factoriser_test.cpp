// Shared rows change how a network with king buckets is trained, but not what it computes.
#include "lab/training/factoriser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lab/training/checkpoint.h"
#include "lab/training/training_support.h"

namespace skua::lab {
namespace {

class Factoriser : public LabTest {};

const NetShape Shape{80, 4, 4};

NetWeights random_trained(std::uint64_t seed) {
    NetWeights trained(trained_size(Shape));
    Prng prng(seed);
    for (float& weight : trained) { weight = static_cast<float>(prng.unit() - 0.5) / 4; }
    return trained;
}

TEST_F(Factoriser, MergingAddsTheSharedRow) {
    EXPECT_EQ(trained_size(Shape), Shape.size() + 768 * 80);
    const NetWeights trained = random_trained(1);
    const NetWeights merged = merge(Shape, trained);
    ASSERT_EQ(merged.size(), Shape.size());
    const NetShape shared{80, 4, 1};
    for (std::size_t input = 0; input < Shape.inputs(); input += 5) {
        for (std::size_t neuron = 0; neuron < 80; neuron += 3) {
            const std::size_t place = Shape.input_weight(input, neuron);
            EXPECT_EQ(merged[place], trained[place] + trained[Shape.size() + shared.input_weight(input % 768, neuron)]);
        }
    }
    EXPECT_TRUE(std::equal(merged.begin() + static_cast<std::ptrdiff_t>(Shape.hidden_bias()), merged.end(),
                           trained.begin() + static_cast<std::ptrdiff_t>(Shape.hidden_bias())));
    NetWeights in_parts(Shape.size());
    for (const std::size_t part : {2U, 0U, 1U}) { merge_part(Shape, trained, part, 3, in_parts); }
    EXPECT_EQ(in_parts, merged);
}

TEST_F(Factoriser, FactorisingKeepsTheNetwork) {
    const NetWeights merged = merge(Shape, random_trained(2));
    const NetWeights again = merge(Shape, factorise(Shape, merged));
    ASSERT_EQ(again.size(), merged.size());
    for (std::size_t i = 0; i < merged.size(); ++i) { EXPECT_NEAR(again[i], merged[i], 1e-6F) << i; }
    // Buckets that are alike have everything in the shared rows.
    const NetWeights alike = factorise(Shape, random_weights(Shape, 3));
    EXPECT_TRUE(std::all_of(alike.begin(), alike.begin() + static_cast<std::ptrdiff_t>(Shape.hidden_bias()),
                            [](float weight) { return std::abs(weight) < 1e-6F; }));
    EXPECT_EQ(factorise({80, 4, 1}, random_weights({80, 4, 1}, 3)), random_weights({80, 4, 1}, 3));
}

TEST_F(Factoriser, GradientIsTheSlopeOfSharedWeights) {
    NetWeights trained = random_trained(4);
    const std::vector<TrainingPosition> positions = some_positions(5, 300);
    const Target target;
    NetWorker worker(Shape);
    NetWeights gradient(trained.size(), 0.0F);
    worker.backward(merge(Shape, trained), positions, target, gradient);
    add_shared_gradient(Shape, gradient);
    int checked = 0;
    Prng prng(6);
    for (int i = 0; i < 600; ++i) {
        const std::size_t place = Shape.size() + prng.below(trained.size() - Shape.size());
        const float kept = trained[place];
        const auto error_at = [&](float value) {
            trained[place] = value;
            return worker.error(merge(Shape, trained), positions, target);
        };
        constexpr float Step = 4e-3F;
        const double slope = (error_at(kept + Step) - error_at(kept - Step)) / (2 * static_cast<double>(Step));
        trained[place] = kept;
        EXPECT_NEAR(static_cast<double>(gradient[place]), slope, 0.01 + 0.1 * std::abs(slope)) << place;
        checked += std::abs(slope) > 0.05 ? 1 : 0;
    }
    EXPECT_GT(checked, 10);
}

TEST_F(Factoriser, ANetworkGetsBucketsWithoutAChange) {
    const NetShape plain{48, 4, 1};
    const NetWeights weights = random_weights(plain, 7);
    const auto widened = widen({plain, weights}, Shape, 8);
    ASSERT_TRUE(widened) << widened.error();
    const NetWeights merged = merge(Shape, factorise(Shape, *widened));
    NetWorker before(plain);
    NetWorker after(Shape);
    for (const TrainingPosition& position : some_positions(9, 200)) {
        EXPECT_NEAR(after.forward(merged, position), before.forward(weights, position), 1e-4F);
    }
    const auto back = widen({Shape, *widened}, {80, 4, 1}, 8);
    ASSERT_FALSE(back);
    EXPECT_EQ(back.error(),
              "it has 80 hidden neurons, 4 king buckets and 4 output buckets, which 80 hidden neurons and 4 "
              "output buckets can't hold");
    const auto dequantised = dequantise(quantise(Shape, *widened));
    ASSERT_TRUE(dequantised) << dequantised.error();
    EXPECT_EQ(dequantised->shape, Shape);
}

TEST_F(Factoriser, BucketsAreTrainedAndResumed) {
    TrainSettings settings = small_settings();
    settings.shape.king_buckets = 4;
    TrainingSet set = material_set();
    TrainState state = start_training(settings);
    const double before = mean_error(state.ema, set.validation, settings);
    train_epoch(state, set, settings);
    ASSERT_FALSE(save_checkpoint(path("a.state"), state, settings.shape));
    for (int i = 1; i < settings.epochs; ++i) { train_epoch(state, set, settings); }
    EXPECT_LT(state.reports.back().validation_error, before / 3);
    const auto resumed = load_checkpoint(path("a.state"));
    ASSERT_TRUE(resumed) << resumed.error();
    EXPECT_EQ(resumed->shape, settings.shape);
    TrainState again = resumed->state;
    TrainingSet fresh = material_set();
    restore_order(again, fresh, settings);
    for (int i = 1; i < settings.epochs; ++i) { train_epoch(again, fresh, settings); }
    EXPECT_EQ(again.ema, state.ema);
    // Buckets have learned something of their own, and no sum is too large for the engine.
    const NetWeights merged = merge(settings.shape, state.weights);
    const auto [least, largest] = std::minmax_element(merged.begin(), merged.end());
    EXPECT_LE(*largest, 1.981F);
    EXPECT_GE(*least, -1.981F);
    float own = 0;
    for (std::size_t i = 0; i < settings.shape.hidden_bias(); ++i) { own = std::max(own, std::abs(state.weights[i])); }
    EXPECT_GT(own, 0.01F);
}

}  // namespace
}  // namespace skua::lab
