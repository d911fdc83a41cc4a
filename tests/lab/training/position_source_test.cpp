// Streamed positions are the same as those in memory, in an order of their own for each epoch.
#include "lab/training/position_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "lab/training/positions_file.h"
#include "lab/training/training_support.h"

namespace skua::lab {
namespace {

constexpr std::uint64_t ValidationPart = 5;

class PositionSourceTest : public LabTest {
protected:
    // Three files of different sizes, the second of which is smaller than a batch.
    std::vector<std::string> make_shards() {
        std::vector<TrainingPosition> positions = some_positions(31, 1000);
        for (std::size_t i = 0; i < positions.size(); ++i) { positions[i].game = static_cast<std::uint32_t>(i / 20); }
        const auto at = [&](std::ptrdiff_t index) { return positions.begin() + index; };
        std::vector<std::string> paths{path("a"), path("b"), path("c")};
        EXPECT_FALSE(write_positions(paths[0], {at(0), at(500)}));
        EXPECT_FALSE(write_positions(paths[1], {at(500), at(540)}));
        EXPECT_FALSE(write_positions(paths[2], {at(540), at(1000)}));
        set_ = split_by_game(positions, ValidationPart);
        return paths;
    }
    std::unique_ptr<StreamedPositions> open(const std::vector<std::string>& paths, std::uint64_t seed = 1) {
        auto source = StreamedPositions::open(paths, ValidationPart, seed, [] { return false; });
        EXPECT_TRUE(source) << source.error();
        return source ? *std::move(source) : nullptr;
    }

    TrainingSet set_;  // all of them
};

std::vector<TrainingPosition> epoch_of(PositionSource& source, int epoch, std::size_t batch) {
    std::vector<TrainingPosition> all;
    source.start_epoch(epoch);
    while (true) {
        const auto next = source.next(batch);
        EXPECT_TRUE(next) << next.error();
        if (!next || next->empty()) { return all; }
        EXPECT_TRUE(next->size() == batch || all.size() + next->size() == source.size());
        all.insert(all.end(), next->begin(), next->end());
    }
}

std::vector<TrainingPosition> sorted(std::vector<TrainingPosition> positions) {
    std::sort(positions.begin(), positions.end(), [](const TrainingPosition& a, const TrainingPosition& b) {
        return std::tie(a.occupied, a.pieces, a.game, a.score) < std::tie(b.occupied, b.pieces, b.game, b.score);
    });
    return positions;
}

// Hands out positions in the order they have.
class InOrder : public PositionSource {
public:
    InOrder(std::vector<TrainingPosition> training, std::vector<TrainingPosition> validation)
        : training_(std::move(training)), validation_(std::move(validation)) {}
    [[nodiscard]] std::size_t size() const override { return training_.size(); }
    [[nodiscard]] const std::vector<TrainingPosition>& validation() const override { return validation_; }
    [[nodiscard]] std::string identity() const override { return ""; }
    void start_epoch(int) override { at_ = 0; }
    Result<std::span<const TrainingPosition>> next(std::size_t count) override {
        const std::size_t first = at_;
        at_ = std::min(at_ + count, training_.size());
        return std::span<const TrainingPosition>(training_).subspan(first, at_ - first);
    }

private:
    std::vector<TrainingPosition> training_;
    std::vector<TrainingPosition> validation_;
    std::size_t at_ = 0;
};

TEST_F(PositionSourceTest, StreamsEveryPositionOncePerEpoch) {
    const auto source = open(make_shards());
    ASSERT_TRUE(source);
    EXPECT_EQ(source->size(), set_.training.size());
    EXPECT_EQ(sorted(source->validation()), sorted(set_.validation));
    const std::vector<TrainingPosition> first = epoch_of(*source, 1, 64);
    EXPECT_EQ(sorted(first), sorted(set_.training));
    EXPECT_EQ(epoch_of(*source, 1, 700), first) << "the order does not depend on the batch";
    const std::vector<TrainingPosition> second = epoch_of(*source, 2, 64);
    EXPECT_NE(second, first);
    EXPECT_EQ(sorted(second), sorted(first));
    EXPECT_NE(epoch_of(*open(make_shards(), 2), 1, 64), first) << "another seed";
    MemoryPositions memory(set_, 1);
    EXPECT_EQ(sorted(epoch_of(memory, 1, 64)), sorted(first));
}

TEST_F(PositionSourceTest, StreamingTrainsAsMemoryDoes) {
    const auto source = open(make_shards());
    ASSERT_TRUE(source);
    const TrainSettings settings = small_settings();
    TrainState streamed = start_training(settings);
    TrainState in_memory = start_training(settings);
    for (int epoch = 1; epoch <= 2; ++epoch) {
        ASSERT_FALSE(train_epoch(streamed, *source, settings));
        InOrder order(epoch_of(*source, epoch, 999), source->validation());
        ASSERT_FALSE(train_epoch(in_memory, order, settings));
    }
    EXPECT_EQ(streamed.ema, in_memory.ema);
    EXPECT_DOUBLE_EQ(streamed.reports.back().validation_error, in_memory.reports.back().validation_error);
}

TEST_F(PositionSourceTest, FilesThatChangeOrVanishEndTheEpoch) {
    const std::vector<std::string> paths = make_shards();
    const auto source = open(paths);
    ASSERT_TRUE(source);
    const std::string identity = source->identity();
    const TrainSettings settings = small_settings();
    TrainState state = start_training(settings);
    ASSERT_FALSE(write_positions(paths[1], some_positions(32, 100)));
    const auto changed = train_epoch(state, *source, settings);
    ASSERT_TRUE(changed);
    EXPECT_NE(changed->message.find("was changed during the training"), std::string::npos) << changed->message;
    EXPECT_NE(open(paths)->identity(), identity);
    std::filesystem::remove(paths[1]);
    EXPECT_TRUE(train_epoch(state, *source, settings));
    EXPECT_FALSE(StreamedPositions::open(paths, ValidationPart, 1, [] { return false; }));
    EXPECT_FALSE(StreamedPositions::open({paths[0]}, ValidationPart, 1, [] { return true; }));
}

}  // namespace
}  // namespace skua::lab
