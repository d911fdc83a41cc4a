#include "lab/support/optimiser.h"

#include <gtest/gtest.h>

#include <cmath>

namespace skua::lab {
namespace {

TEST(CosineSchedule, FallsFromTheStartToItsShare) {
    EXPECT_DOUBLE_EQ(cosine_schedule(2, 0.01, 0), 2);
    EXPECT_DOUBLE_EQ(cosine_schedule(2, 0.01, 1), 0.02);
    EXPECT_NEAR(cosine_schedule(2, 0.01, 0.5), 1.01, 1e-12);
    EXPECT_GT(cosine_schedule(2, 0.01, 0.25), 1.5);
}

// Steps by hand, from the formulas of the papers.
TEST(AdamW, FollowsItsFormulas) {
    AdamW<double> settings;
    settings.weight_decay = 0.1;
    double m = 0;
    double v = 0;
    double weight = 1;
    double expected = 1;
    double expected_m = 0;
    double expected_v = 0;
    for (std::uint64_t step = 1; step <= 3; ++step) {
        const double gradient = 0.5 * static_cast<double>(step);
        expected_m = 0.9 * expected_m + 0.1 * gradient;
        expected_v = 0.999 * expected_v + 0.001 * gradient * gradient;
        const double m_hat = expected_m / (1 - std::pow(0.9, step));
        const double v_hat = expected_v / (1 - std::pow(0.999, step));
        expected -= 0.01 * (m_hat / (std::sqrt(v_hat) + 1e-8) + 0.1 * expected);
        weight = AdamW<double>::Step(settings, step, 0.01)(weight, gradient, m, v);
        EXPECT_NEAR(weight, expected, 1e-12) << step;
    }
}

// The first step moves every weight by the learning rate, however large its gradient is.
TEST(AdamW, TheFirstStepHasTheSizeOfTheLearningRate) {
    for (const float gradient : {1e-3F, 1.0F, -50.0F}) {
        float m = 0;
        float v = 0;
        const float weight = AdamW<float>::Step(AdamW<float>{}, 1, 0.01F)(0.0F, gradient, m, v);
        EXPECT_NEAR(weight, gradient > 0 ? -0.01F : 0.01F, 1e-5F);
    }
}

}  // namespace
}  // namespace skua::lab
