#include "lab/training/checkpoint.h"

#include <gtest/gtest.h>

#include "lab/training/training_support.h"

namespace skua::lab {
namespace {

class CheckpointFile : public LabTest {};

TEST_F(CheckpointFile, GoesOnFromACheckpointAsIfNothingHadHappened) {
    const TrainSettings settings = small_settings();
    TrainingSet set = material_set();
    TrainState straight = start_training(settings);
    train_epoch(straight, set, settings);
    ASSERT_FALSE(save_checkpoint(path("a.state"), straight, settings.shape));
    train_epoch(straight, set, settings);

    auto resumed = load_checkpoint(path("a.state"));
    ASSERT_TRUE(resumed) << resumed.error();
    EXPECT_EQ(resumed->state.reports.size(), 1U);
    EXPECT_EQ(resumed->state.reports[0], straight.reports[0]);
    TrainingSet fresh = material_set();
    restore_order(resumed->state, fresh, settings);
    train_epoch(resumed->state, fresh, settings);
    EXPECT_EQ(resumed->state.ema, straight.ema);
    EXPECT_EQ(resumed->state.epoch, 2);
    EXPECT_EQ(resumed->shape.hidden, 32U);
}

TEST_F(CheckpointFile, DamagedCheckpointsAreRefused) {
    const TrainSettings settings = small_settings();
    ASSERT_FALSE(save_checkpoint(path("a.state"), start_training(settings), settings.shape));
    EXPECT_TRUE(load_checkpoint(path("a.state")));
    const std::string whole = bytes_of(path("a.state"));
    for (const std::size_t place : {0U, 8U, 16U, 24U, 32U, 40U, 48U, 56U, 5000U}) {
        std::string spoiled = whole;
        spoiled[place] = static_cast<char>(spoiled[place] ^ 1);
        put_bytes(path("b.state"), spoiled);
        EXPECT_FALSE(load_checkpoint(path("b.state"))) << place;
    }
    std::filesystem::resize_file(path("a.state"), std::filesystem::file_size(path("a.state")) - 1);
    EXPECT_FALSE(load_checkpoint(path("a.state")));
    std::filesystem::resize_file(path("a.state"), 10);
    EXPECT_FALSE(load_checkpoint(path("a.state")));
    EXPECT_FALSE(load_checkpoint(path("none")));
}

}  // namespace
}  // namespace skua::lab
