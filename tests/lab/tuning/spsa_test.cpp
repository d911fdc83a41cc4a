#include "lab/tuning/spsa.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/prng.h"

namespace skua::lab {
namespace {

std::vector<Spsa::Parameter> three() {
    return {{"first", 10, 0, 100, 5}, {"second", -20, -100, 100, 8}, {"third", 3, 1, 6, 0.5}};
}

TEST(Spsa, FindsTheTopOfAHill) {
    Spsa spsa(three(), 20000, 0.01);
    Prng prng(5);
    const auto height = [](const std::vector<int>& at) {
        return -std::pow((at[0] - 60) / 50.0, 2) - std::pow((at[1] - 30) / 50.0, 2) - std::pow((at[2] - 5) / 2.5, 2);
    };
    while (!spsa.is_done()) {
        const Spsa::Iteration trial = spsa.start(prng);
        const double win = 1 / (1 + std::exp(-4 * (height(trial.plus) - height(trial.minus))));
        const double unit = static_cast<double>(prng.below(1000)) / 1000;
        spsa.finish(trial, unit < win ? 1 : -1);
    }
    EXPECT_NEAR(spsa.parameters()[0].value, 60, 12);
    EXPECT_NEAR(spsa.parameters()[1].value, 30, 15);
    EXPECT_NEAR(spsa.parameters()[2].value, 5, 0.7);
    EXPECT_EQ(spsa.finished(), 20000U);
}

TEST(Spsa, StaysWithinTheBounds) {
    Spsa spsa(three(), 1000, 0.5);
    Prng prng(6);
    while (!spsa.is_done()) {
        const Spsa::Iteration trial = spsa.start(prng);
        for (std::size_t i = 0; i < 3; ++i) {
            for (const int value : {trial.plus[i], trial.minus[i]}) {
                ASSERT_GE(value, spsa.parameters()[i].low);
                ASSERT_LE(value, spsa.parameters()[i].high);
            }
        }
        // Always further up.
        spsa.finish(trial, 2 * trial.delta[0]);
    }
    EXPECT_EQ(spsa.parameters()[0].value, 100);
}

TEST(Spsa, TrialsLieOnBothSides) {
    Spsa spsa(three(), 100, 0.002);
    Prng prng(7);
    const Spsa::Iteration trial = spsa.start(prng);
    for (const std::size_t i : {0U, 1U}) {
        EXPECT_GT((trial.plus[i] - trial.minus[i]) * trial.delta[i], 0);
        EXPECT_NEAR((trial.plus[i] + trial.minus[i]) / 2.0, spsa.parameters()[i].value, 1);
    }
}

TEST(Spsa, GoesOnFromItsText) {
    Spsa spsa(three(), 100, 0.002);
    Prng prng(8);
    for (int i = 0; i < 10; ++i) { spsa.finish(spsa.start(prng), 1); }
    Spsa again(three(), 100, 0.002);
    ASSERT_FALSE(again.read(spsa.to_text()));
    EXPECT_EQ(again.finished(), 10U);
    for (std::size_t i = 0; i < 3; ++i) { EXPECT_NEAR(again.parameters()[i].value, spsa.parameters()[i].value, 1e-6); }
}

TEST(Spsa, RefusesOtherTexts) {
    Spsa spsa(three(), 100, 0.002);
    const std::vector<Spsa::Parameter> before = spsa.parameters();
    for (const char* const text :
         {"", "rubbish", "spsa 5", "spsa 101 100\nfirst 1\nsecond 1\nthird 1\n",
          "spsa 5 200\nfirst 1\nsecond 1\nthird 1\n", "spsa 5 100\nfirst 1\nsecond 1\n",
          "spsa 5 100\nfirst 1\nthird 1\nsecond 1\n", "spsa 5 100\nfirst 101\nsecond 1\nthird 1\n",
          "spsa 5 100\nfirst 1\nsecond 1\nthird 1\nfourth 1\n"}) {
        EXPECT_TRUE(spsa.read(text)) << text;
    }
    EXPECT_EQ(spsa.parameters(), before);
}

}  // namespace
}  // namespace skua::lab
