// The tuner: its model is the evaluation, its gradient is the slope of it, and it finds what it should.
#include "lab/tuning/tuner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "chess/random_positions.h"
#include "chess/support.h"
#include "lab/tuning/rules.h"
#include "lab/tuning/weights_file.h"

namespace skua::lab {
namespace {

SampleCollection random_samples(std::uint64_t seed, int count) {
    SampleCollection samples;
    visit_random_positions(seed, count, [&](const Game& game) { samples.add(game.position(), 0.5F); });
    return samples;
}

TEST(TunerModel, GivesTheEvaluationItself) {
    const ParameterVector parameters = to_parameters(classical::DefaultWeights);
    int seen = 0;
    visit_random_positions(0x7E1, 5000, [&](const Game& game) {
        SampleCollection samples;
        if (!samples.add(game.position(), 0.5F)) { return; }
        const double value = evaluate_sample(samples[0], samples.counts(samples[0]), parameters);
        // Whole numbers in the engine, real ones here.
        ASSERT_NEAR(value, classical::break_down(game.position()).white, 4.0) << to_fen(game.position());
        ++seen;
    });
    EXPECT_GT(seen, 4000);
}

TEST(TunerModel, ParametersAndWeightsAreTheSameThing) {
    EXPECT_EQ(to_weights(to_parameters(classical::DefaultWeights)), classical::DefaultWeights);
}

TEST(TunerModel, KnownEndingsTeachNothing) {
    SampleCollection samples;
    EXPECT_FALSE(samples.add(position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 1.0F));
    EXPECT_EQ(samples.size(), 0U);
}

// The slope by every parameter that occurs, against the difference that a small change makes.
TEST(TunerModel, TheGradientIsTheSlope) {
    const SampleCollection samples = random_samples(0x6AD, 400);
    ParameterVector parameters = to_parameters(classical::DefaultWeights);
    // Between whole numbers, where no value sits exactly on a bend.
    Prng prng(5);
    for (double& each : parameters) { each += 0.1 + 0.3 * static_cast<double>(prng.below(1000)) / 1000.0; }
    std::array<int, static_cast<std::size_t>(classical::Family::Count)> checked{};
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Sample& sample = samples[i];
        const auto counts = samples.counts(sample);
        ParameterVector gradient{};
        add_gradient(sample, counts, parameters, 1.0, gradient);
        for (const TermCount& count : counts) {
            for (const std::size_t place : {std::size_t{count.place}, count.place + classical::WeightCount}) {
                constexpr double Step = 1e-4;
                const double kept = parameters[place];
                parameters[place] = kept + Step;
                const double above = evaluate_sample(sample, counts, parameters);
                parameters[place] = kept - Step;
                const double below = evaluate_sample(sample, counts, parameters);
                parameters[place] = kept;
                ASSERT_NEAR(gradient[place], (above - below) / (2 * Step), 1e-4) << "place " << place;
            }
            for (const classical::TermInfo& info : classical::TermTable) {
                if (count.place >= info.first && count.place < info.first + info.size) {
                    ++checked[static_cast<std::size_t>(info.family)];
                }
            }
        }
    }
    for (std::size_t family = 0; family < checked.size(); ++family) {
        EXPECT_GT(checked[family], 0) << to_string(static_cast<classical::Family>(family));
    }
}

TEST(Tune, ExpectationIsALogisticCurve) {
    EXPECT_DOUBLE_EQ(expectation(0, 0.005), 0.5);
    EXPECT_GT(expectation(100, 0.005), 0.6);
    EXPECT_NEAR(expectation(-250, 0.005) + expectation(250, 0.005), 1.0, 1e-12);
}

// Targets made with other weights lead back to these.
TEST(Tune, ComesBackToTheWeightsThatMadeTheTargets) {
    constexpr double K = 0.005;
    const ParameterVector truth = to_parameters(classical::DefaultWeights);
    SampleCollection training = random_samples(0x17, 6000);
    SampleCollection validation = random_samples(0x18, 1000);
    for (SampleCollection* const samples : {&training, &validation}) {
        for (std::size_t i = 0; i < samples->size(); ++i) {
            const Sample& sample = (*samples)[i];
            samples->set_target(
                i, static_cast<float>(expectation(evaluate_sample(sample, samples->counts(sample), truth), K)));
        }
    }
    ParameterVector start = truth;
    const std::size_t knight = classical::place_of(classical::Term::KnightMaterial);
    const std::size_t rook = classical::place_of(classical::Term::RookMaterial);
    start[knight] += 60;
    start[rook + classical::WeightCount] -= 60;
    const double before = mean_error(validation, start, K, 2);
    TuneSettings settings;
    settings.epochs = 12;
    settings.threads = 2;
    settings.batch = 500;
    settings.learning_rate = 2.0;
    int epochs = 0;
    const ParameterVector found = tune(training, validation, start, K, settings, [&](const EpochReport&) {
        ++epochs;
        return true;
    });
    EXPECT_EQ(epochs, 12);
    EXPECT_LT(mean_error(validation, found, K, 2), before / 10);
    EXPECT_LT(std::abs(found[knight] - truth[knight]), 55);
    EXPECT_LT(std::abs(found[rook + classical::WeightCount] - truth[rook + classical::WeightCount]), 55);
}

// Targets that want a knight of no value get the least that its rule allows.
TEST(Tune, KeepsTheRules) {
    constexpr double K = 0.005;
    ParameterVector truth = to_parameters(classical::DefaultWeights);
    const std::size_t knight = classical::place_of(classical::Term::KnightMaterial);
    truth[knight] = 0;
    SampleCollection samples = random_samples(0x1A, 2000);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double value = evaluate_sample(samples[i], samples.counts(samples[i]), truth);
        samples.set_target(i, static_cast<float>(expectation(value, K)));
    }
    TuneSettings settings;
    settings.epochs = 6;
    settings.batch = 500;
    settings.learning_rate = 4.0;
    const ParameterVector found = tune(samples, samples, to_parameters(classical::DefaultWeights), K, settings,
                                       [](const EpochReport&) { return true; });
    EXPECT_EQ(found[knight], RuleTable[classical::Term::KnightMaterial].middlegame.low);
    EXPECT_TRUE(broken_rules(to_weights(found)).empty());
}

// What the positions don't show stays where it was; with a pull, so does what they hardly show.
TEST(Tune, ThePullKeepsWeightsNearTheirStart) {
    SampleCollection samples = random_samples(0x1B, 1000);
    for (std::size_t i = 0; i < samples.size(); ++i) { samples.set_target(i, i % 2 == 0 ? 1.0F : 0.0F); }
    const ParameterVector start = to_parameters(classical::DefaultWeights);
    const auto distance_with = [&](double pull) {
        TuneSettings settings;
        settings.epochs = 8;
        settings.batch = 500;
        settings.pull = pull;
        const ParameterVector last =
            tune(samples, samples, start, 0.005, settings, [](const EpochReport&) { return true; });
        double sum = 0;
        for (std::size_t i = 0; i < ParameterCount; ++i) { sum += std::abs(last[i] - start[i]); }
        return sum;
    };
    EXPECT_LT(distance_with(0.5), 0.8 * distance_with(0));
    EXPECT_GT(distance_with(0.5), 0);
}

TEST(Tune, EndsWhenToldTo) {
    const SampleCollection samples = random_samples(0x19, 200);
    TuneSettings settings;
    settings.epochs = 1000;
    int epochs = 0;
    tune(samples, samples, to_parameters(classical::DefaultWeights), 0.005, settings,
         [&](const EpochReport&) { return ++epochs < 3; });
    EXPECT_EQ(epochs, 3);
}

}  // namespace
}  // namespace skua::lab
