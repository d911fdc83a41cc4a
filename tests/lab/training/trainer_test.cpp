// The training run learns, follows its schedule, and repeats itself.
#include "lab/training/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "lab/training/training_support.h"

namespace skua::lab {
namespace {

TEST(Training, LearnsMaterial) {
    const TrainSettings settings = small_settings();
    TrainingSet set = material_set();
    TrainState state = start_training(settings);
    const double before = mean_error(state.ema, set.validation, settings);
    double after = before;
    for (int i = 0; i < settings.epochs; ++i) { after = train_epoch(state, set, settings).validation_error; }
    EXPECT_LT(after, before / 3);
    EXPECT_EQ(state.epoch, settings.epochs);
}

TEST(Training, TheRateFallsAlongACosine) {
    TrainSettings settings = small_settings();
    settings.epochs = 4;
    settings.batch = 1;
    TrainingSet set = material_set();
    set.training.resize(100);
    TrainState state = start_training(settings);
    std::vector<float> rates(static_cast<std::size_t>(settings.epochs));
    for (float& rate : rates) { rate = train_epoch(state, set, settings).learning_rate; }
    // The last of each epoch's steps: a quarter, half, three quarters and all of the way.
    const auto at = [&](double progress) {
        return settings.learning_rate * (0.01 + 0.99 * (1 + std::cos(3.141592653589793 * progress)) / 2);
    };
    for (std::size_t i = 0; i < rates.size(); ++i) {
        EXPECT_NEAR(rates[i], at((static_cast<double>(i) + 0.99) / 4), 1e-6) << i;
    }
}

TEST(Training, RateAndShareOfResultsEndWhereTheSettingsSay) {
    TrainSettings settings = small_settings();
    EXPECT_FLOAT_EQ(rate_at(settings, 1), settings.learning_rate / 100);
    EXPECT_FLOAT_EQ(target_at(settings, 0.7).wdl_share, settings.target.wdl_share);
    settings.final_rate = settings.learning_rate;
    EXPECT_FLOAT_EQ(rate_at(settings, 0.3), settings.learning_rate) << "constant";
    settings.final_rate = 1e-5F;
    EXPECT_FLOAT_EQ(rate_at(settings, 0), settings.learning_rate);
    EXPECT_NEAR(rate_at(settings, 1), 1e-5F, 1e-9F);
    settings.target.wdl_share = 0.2F;
    settings.final_wdl_share = 0.6F;
    EXPECT_FLOAT_EQ(target_at(settings, 0).wdl_share, 0.2F);
    EXPECT_FLOAT_EQ(target_at(settings, 0.25).wdl_share, 0.3F);
    EXPECT_FLOAT_EQ(target_at(settings, 1).wdl_share, 0.6F);

    // The epochs follow them, and validation goes by the end.
    settings.epochs = 2;
    TrainingSet set = material_set();
    TrainState ramped = start_training(settings);
    const TrainReport report = train_epoch(ramped, set, settings);
    TrainSettings constant = settings;
    constant.final_wdl_share = std::nullopt;
    TrainState other = start_training(settings);
    TrainingSet fresh = material_set();
    train_epoch(other, fresh, constant);
    EXPECT_NE(ramped.weights, other.weights);
    constant.target.wdl_share = 0.6F;
    EXPECT_DOUBLE_EQ(report.validation_error, mean_error(ramped.ema, set.validation, constant));
}

TEST(Training, NumbersStayWithinWhatTheEngineCanUse) {
    TrainSettings settings = small_settings();
    settings.learning_rate = 0.1F;
    settings.epochs = 6;
    TrainingSet set = material_set();
    TrainState state = start_training(settings);
    for (int i = 0; i < settings.epochs; ++i) { train_epoch(state, set, settings); }
    const auto [least, largest] = std::minmax_element(state.weights.begin(), state.weights.end());
    EXPECT_EQ(*largest, 1.98F) << "such a rate should drive some to the bound";
    EXPECT_GE(*least, -1.98F);
}

// What no position needs fades: that is the decay of the weights.
TEST(Training, UnusedWeightsDecay) {
    TrainSettings settings = small_settings();
    TrainingSet set = material_set();
    set.training.resize(64);
    TrainState state = start_training(settings);
    // A pawn on its own first rank is never seen.
    const std::size_t unused = 0;
    const float before = state.weights[unused];
    ASSERT_NE(before, 0);
    const float rate = train_epoch(state, set, settings).learning_rate;
    EXPECT_NEAR(state.weights[unused], before * (1 - rate * settings.weight_decay), 1e-7);
}

TEST(Training, TheNetIsARunningMeanOfTheSteps) {
    TrainSettings settings = small_settings();
    TrainingSet set = material_set();
    set.training.resize(64);
    TrainState state = start_training(settings);
    const NetWeights start = state.ema;
    train_epoch(state, set, settings);  // one step, of which 10 / 11 count
    for (std::size_t i = 0; i < start.size(); i += 1000) {
        EXPECT_NEAR(state.ema[i], start[i] / 11 + state.weights[i] * 10 / 11, 1e-6) << i;
    }
    // Later ones count as little as the settings say.
    settings.ema_decay = 0.05F;
    const NetWeights before = state.ema;
    train_epoch(state, set, settings);
    for (std::size_t i = 0; i < start.size(); i += 1000) {
        EXPECT_NEAR(state.ema[i], before[i] * 0.05F + state.weights[i] * 0.95F, 1e-6) << i;
    }
}

TEST(Training, TellsHowFarItIs) {
    TrainSettings settings = small_settings();
    TrainingSet set = material_set();
    TrainState state = start_training(settings);
    std::vector<std::size_t> reported;
    double last_error = 0;
    const TrainReport& report = train_epoch(state, set, settings, [&](std::size_t done, double error) {
        reported.push_back(done);
        last_error = error;
    });
    EXPECT_DOUBLE_EQ(last_error, report.training_error);
    EXPECT_TRUE(std::is_sorted(reported.begin(), reported.end()));
    EXPECT_EQ(reported.size(), (set.training.size() + settings.batch - 1) / settings.batch);
    EXPECT_EQ(reported.back(), set.training.size());
}

TEST(Training, OtherSettingsOrPositionsAreAnotherRun) {
    const TrainSettings settings = small_settings();
    const TrainingSet set = material_set();
    const auto fingerprint = [](const TrainSettings& each, TrainingSet positions) {
        return lab::fingerprint(each, MemoryPositions(positions, each.seed));
    };
    const std::uint64_t run = fingerprint(settings, set);
    EXPECT_EQ(fingerprint(settings, material_set()), run);
    TrainSettings other = settings;
    other.threads = 7;
    EXPECT_EQ(fingerprint(other, set), run) << "threads may change";
    for (const auto& change : std::vector<std::function<void(TrainSettings&)>>{
             [](TrainSettings& each) { each.epochs = 9; }, [](TrainSettings& each) { each.batch = 65; },
             [](TrainSettings& each) { each.learning_rate = 0.004F; }, [](TrainSettings& each) { each.seed = 2; },
             [](TrainSettings& each) { each.start = 77; }, [](TrainSettings& each) { each.target.wdl_share = 0.1F; },
             [](TrainSettings& each) { each.target.sigmoid_scale = 0.005F; },
             [](TrainSettings& each) { each.final_rate = 0.001F; },
             [](TrainSettings& each) { each.final_wdl_share = 0.5F; }}) {
        TrainSettings changed = settings;
        change(changed);
        EXPECT_NE(fingerprint(changed, set), run);
    }
    TrainingSet fewer = set;
    fewer.training.pop_back();
    EXPECT_NE(fingerprint(settings, fewer), run);
    TrainingSet changed = set;
    changed.training[0].score ^= 1;
    EXPECT_NE(fingerprint(settings, changed), run);
    TrainingSet another = set;
    another.validation[0].score ^= 1;
    EXPECT_NE(fingerprint(settings, another), run);
}

TEST(Training, TheSameSeedMakesTheSameNet) {
    const TrainSettings settings = small_settings();
    std::vector<NetWeights> nets;
    for (int i = 0; i < 2; ++i) {
        TrainingSet set = material_set();
        TrainState state = start_training(settings);
        train_epoch(state, set, settings);
        nets.push_back(state.ema);
    }
    EXPECT_EQ(nets[0], nets[1]);
}

}  // namespace
}  // namespace skua::lab
