#include "lab/training/positions_file.h"

#include <gtest/gtest.h>

#include "lab/training/training_support.h"

namespace skua::lab {
namespace {

class PositionsFile : public LabTest {};

TEST_F(PositionsFile, PositionsComeBackAsTheyWere) {
    const std::vector<TrainingPosition> first = some_positions(31, 300);
    const std::vector<TrainingPosition> second = some_positions(32, 200);
    ASSERT_FALSE(write_positions(path("a"), first));
    ASSERT_FALSE(write_positions(path("b"), second));
    std::vector<TrainingPosition> read;
    ASSERT_FALSE(read_positions(path("a"), read));
    EXPECT_EQ(read, first);
    ASSERT_FALSE(read_positions(path("b"), read));
    EXPECT_EQ(read.size(), 500U);
    EXPECT_EQ(read.back(), second.back());
}

TEST_F(PositionsFile, DamagedPositionsAreRefused) {
    const std::vector<TrainingPosition> positions = some_positions(33, 100);
    ASSERT_FALSE(write_positions(path("a"), positions));
    const std::string whole = bytes_of(path("a"));
    const auto refuses = [&](const std::string& bytes) {
        put_bytes(path("b"), bytes);
        std::vector<TrainingPosition> read;
        return read_positions(path("b"), read).has_value() && read.empty();
    };
    EXPECT_FALSE(refuses(whole));
    for (const std::size_t place : {0U, 8U, 16U, 24U, 40U, 1000U}) {
        std::string spoiled = whole;
        spoiled[place] = static_cast<char>(spoiled[place] ^ 1);
        EXPECT_TRUE(refuses(spoiled)) << place;
    }
    for (const std::size_t length : {0U, 7U, 23U, 24U, 100U}) { EXPECT_TRUE(refuses(whole.substr(0, length))); }
    EXPECT_TRUE(refuses(whole + "x"));
    std::vector<TrainingPosition> read;
    EXPECT_TRUE(read_positions(path("none"), read));

    // A right checksum is not enough: three kings would lead a reader astray.
    std::vector<TrainingPosition> impossible = positions;
    impossible[3].pieces.fill(0x55);
    ASSERT_FALSE(write_positions(path("c"), impossible));
    EXPECT_TRUE(read_positions(path("c"), read));
}

TEST_F(PositionsFile, ReadingCanBeInterrupted) {
    const std::vector<TrainingPosition> positions = some_positions(34, 100);
    ASSERT_FALSE(write_positions(path("a"), positions));
    std::vector<TrainingPosition> read = some_positions(35, 10);
    const std::optional<Error> error = read_positions(path("a"), read, [] { return true; });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->message, "interrupted while reading \"" + path("a") + '"');
    EXPECT_EQ(read, some_positions(35, 10)) << "nothing is added";
}

}  // namespace
}  // namespace skua::lab
