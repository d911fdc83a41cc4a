#include "lab/training/shards.h"

#include <gtest/gtest.h>

#include "lab/training/positions_file.h"
#include "lab/training/training_support.h"

namespace skua::lab {
namespace {

class Shards : public LabTest {};

TEST_F(Shards, NamesAreNumbered) {
    EXPECT_EQ(shard_paths("dir/all.skp", 2), (std::vector<std::string>{"dir/all-1.skp", "dir/all-2.skp"}));
    EXPECT_EQ(shard_paths("all", 1), std::vector<std::string>{"all-1"});
}

TEST_F(Shards, TogetherTheyAreTheWhole) {
    std::vector<TrainingPosition> positions = some_positions(41, 2000);
    std::vector<TrainingPosition> newer = positions;
    for (TrainingPosition& position : newer) { position.score = 99; }
    {
        auto writer = ShardWriter::open(path("all.skp"), 4);
        ASSERT_TRUE(writer) << writer.error();
        ASSERT_FALSE(writer->add(positions));
        ASSERT_FALSE(writer->add(newer));
        const auto summary = writer->finish(Duplicates::Remove, 1);
        ASSERT_TRUE(summary) << summary.error();
        std::vector<TrainingPosition> whole = positions;
        whole.insert(whole.end(), newer.begin(), newer.end());
        const std::size_t removed = remove_duplicates(whole);
        EXPECT_EQ(summary->positions, whole.size());
        EXPECT_EQ(summary->duplicates, removed);
    }
    std::vector<TrainingPosition> together;
    for (const std::string& shard : shard_paths(path("all.skp"), 4)) {
        const std::size_t before = together.size();
        ASSERT_FALSE(read_positions(shard, together));
        EXPECT_GT(together.size() - before, positions.size() / 8) << "about a quarter each";
        EXPECT_FALSE(std::filesystem::exists(shard + ".part"));
    }
    EXPECT_EQ(remove_duplicates(together), 0U);
    for (const TrainingPosition& position : together) { EXPECT_EQ(position.score, 99) << "the newest score"; }
    const auto again = ShardWriter::open(path("all.skp"), 4);
    ASSERT_FALSE(again);
    EXPECT_NE(again.error().find("has something in it already"), std::string::npos) << again.error();
}

TEST_F(Shards, WithoutFinishNothingIsLeft) {
    {
        auto writer = ShardWriter::open(path("all"), 3);
        ASSERT_TRUE(writer) << writer.error();
        ASSERT_FALSE(writer->add(some_positions(42, 100)));
        EXPECT_TRUE(std::filesystem::exists(path("all-2.part")));
    }
    for (const std::string& shard : shard_paths(path("all"), 3)) {
        EXPECT_FALSE(std::filesystem::exists(shard));
        EXPECT_FALSE(std::filesystem::exists(shard + ".part"));
    }
    EXPECT_FALSE(ShardWriter::open(path("nowhere/all"), 3));
}

}  // namespace
}  // namespace skua::lab
