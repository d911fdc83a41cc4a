#include "lab/tuning/spsa.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/prng.h"

namespace skua::lab {
namespace {

std::vector<Spsa::Parameter> three() {
    return {{"first", 10, 0, 100, 5}, {"second", -20, -100, 100, 8}, {"third", 3, 1, 6, 0.5}};
}

// Two games between players of these heights, as half points above the half of all.
int play(double plus, double minus, Prng& prng) {
    const double win = 1 / (1 + std::exp(-2 * (plus - minus)));
    int difference = 0;
    for (int game = 0; game < 2; ++game) { difference += prng.unit() < win ? 1 : -1; }
    return difference;
}

// A noisy hill whose top is at 60, 30 and 5.
double height(const std::vector<int>& at) {
    return -std::pow((at[0] - 60) / 50.0, 2) - std::pow((at[1] - 30) / 50.0, 2) - std::pow((at[2] - 5) / 2.5, 2);
}

TEST(Spsa, FindsTheTopOfAHill) {
    Spsa spsa(three(), {20'000, 0.01, 5});
    Prng prng(5);
    while (!spsa.is_done()) {
        const Spsa::Trial trial = spsa.trial(spsa.finished() + 1);
        spsa.finish(play(height(trial.plus), height(trial.minus), prng));
    }
    const std::vector<Spsa::Outcome> outcomes = spsa.outcomes();
    EXPECT_NEAR(outcomes[0].value, 60, 10);
    EXPECT_NEAR(outcomes[1].value, 30, 12);
    EXPECT_NEAR(outcomes[2].value, 5, 0.6);
    EXPECT_NEAR(outcomes[0].last, 60, 15);
    EXPECT_DOUBLE_EQ(outcomes[0].moved, (outcomes[0].value - 10) / 5);
}

// Where nothing matters, parameters move as far as the estimate says.
TEST(Spsa, EstimatesWhatChanceMoves) {
    std::vector<Spsa::Parameter> many;
    for (int i = 0; i < 20; ++i) { many.push_back({"p" + std::to_string(i), 0, -1000, 1000, 2.0}); }
    double squares = 0;
    int count = 0;
    Prng prng(9);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Spsa spsa(many, {3000, 0.004, seed});
        while (!spsa.is_done()) { spsa.finish(play(0, 0, prng)); }
        for (const Spsa::Outcome& outcome : spsa.outcomes()) {
            ASSERT_GT(outcome.chance, 0.1);
            squares += std::pow(outcome.moved / outcome.chance, 2);
            ++count;
        }
    }
    EXPECT_NEAR(std::sqrt(squares / count), 1, 0.15);
}

TEST(Spsa, StaysWithinTheBounds) {
    Spsa spsa(three(), {1000, 0.5, 6});
    while (!spsa.is_done()) {
        const Spsa::Trial trial = spsa.trial(spsa.finished() + 1);
        for (std::size_t i = 0; i < 3; ++i) {
            for (const int value : {trial.plus[i], trial.minus[i]}) {
                ASSERT_GE(value, spsa.parameters()[i].low);
                ASSERT_LE(value, spsa.parameters()[i].high);
            }
        }
        // Always further up.
        spsa.finish(trial.plus[0] > trial.minus[0] ? 2 : -2);
    }
    EXPECT_EQ(spsa.outcomes()[0].last, 100);
}

TEST(Spsa, TrialsLieOnBothSides) {
    const Spsa spsa(three(), {100, 0.002, 7});
    bool up = false;
    bool down = false;
    for (std::uint64_t number = 1; number <= Spsa::Lag; ++number) {
        const Spsa::Trial trial = spsa.trial(number);
        for (const std::size_t i : {0U, 1U}) {
            EXPECT_NEAR((trial.plus[i] + trial.minus[i]) / 2.0, spsa.parameters()[i].value, 1);
            EXPECT_GE(std::abs(trial.plus[i] - trial.minus[i]), 2 * spsa.parameters()[i].step);
        }
        (trial.plus[0] > trial.minus[0] ? up : down) = true;
    }
    EXPECT_TRUE(up && down);
}

// Trials that are under way at once start from the same values as if each had waited for the one `Lag` before it.
TEST(Spsa, ItDoesNotMatterWhenTrialsBegin) {
    Spsa late(three(), {500, 0.1, 8});
    Spsa early(three(), {500, 0.1, 8});
    std::vector<Spsa::Trial> begun;
    while (!late.is_done()) {
        while (early.may_begin(begun.size() + 1)) { begun.push_back(early.trial(begun.size() + 1)); }
        const std::uint64_t number = late.finished() + 1;
        const Spsa::Trial trial = late.trial(number);
        ASSERT_EQ(trial.plus, begun[number - 1].plus) << number;
        ASSERT_EQ(trial.minus, begun[number - 1].minus) << number;
        late.finish(trial.plus[0] % 3 - 1);
        early.finish(trial.plus[0] % 3 - 1);
    }
    EXPECT_EQ(begun.size(), 500U);
    EXPECT_FALSE(early.may_begin(501));
    EXPECT_EQ(late.outcomes()[1].value, early.outcomes()[1].value);
}

TEST(Spsa, SamplesShowTheWay) {
    Spsa spsa(three(), {5000, 0.01, 9});
    Prng prng(1);
    EXPECT_EQ(spsa.outcomes()[0].value, 10) << "before the first trial";
    EXPECT_EQ(spsa.outcomes()[0].chance, 0);
    while (!spsa.is_done()) { spsa.finish(play(0, 0, prng)); }
    const std::vector<Spsa::Sample>& samples = spsa.samples();
    ASSERT_EQ(samples.size(), 1001U);
    EXPECT_EQ(samples.front().values, (std::vector<double>{10, -20, 3}));
    EXPECT_EQ(samples.back().trials, 5000U);
    EXPECT_EQ(samples.back().values[0], spsa.outcomes()[0].last);
    // The mean of the last third.
    double sum = 0;
    for (std::size_t i = 1001 - 334; i < 1001; ++i) { sum += samples[i].values[1]; }
    EXPECT_NEAR(spsa.outcomes()[1].value, sum / 334, 1e-9);
}

}  // namespace
}  // namespace skua::lab
