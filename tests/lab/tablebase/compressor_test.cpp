#include "lab/tablebase/compressor.h"

#include <gtest/gtest.h>

#include "base/prng.h"
#include "tablebase/compressed.h"

namespace skua::lab {
namespace {

using Values = std::vector<std::optional<std::uint16_t>>;

// Compresses values and reads them back.
void expect_round_trip(const Values& values) {
    const CompressedValues compressed = compress(values, 0);
    std::vector<std::uint8_t> bytes = compressed.header;
    for (const auto& part : {compressed.sparse_index, compressed.block_lengths}) {
        bytes.insert(bytes.end(), part.begin(), part.end());
    }
    bytes.resize((bytes.size() + 63) / 64 * 64);
    bytes.insert(bytes.end(), compressed.blocks.begin(), compressed.blocks.end());
    tablebase::CompressedTable table;
    tablebase::ByteCursor cursor(bytes);
    const std::optional<Error> error = table.read_header(cursor, values.size());
    ASSERT_FALSE(error) << error->message;
    table.read_sparse_index(cursor);
    table.read_block_lengths(cursor);
    table.read_blocks(cursor);
    ASSERT_TRUE(cursor.ok());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::optional<std::uint16_t> value = table.value_at(i);
        ASSERT_TRUE(value) << i;
        if (values[i]) { ASSERT_EQ(*value, *values[i]) << i; }
    }
}

TEST(Compressor, GivesBackWhatItGot) {
    Prng prng(1);
    for (const std::uint64_t kinds : {2U, 5U, 60U, 3000U}) {
        for (const std::size_t size : {1U, 2U, 1000U, 40000U}) {
            Values random;
            for (std::size_t i = 0; i < size; ++i) {
                random.emplace_back(static_cast<std::uint16_t>(prng.below(kinds)));
            }
            ASSERT_NO_FATAL_FAILURE(expect_round_trip(random)) << kinds << ' ' << size;
        }
    }
}

TEST(Compressor, RunsAndGapsBecomeSmall) {
    Prng prng(2);
    Values values;
    while (values.size() < 300000) {
        const std::uint64_t kind = prng.below(4);
        const std::optional<std::uint16_t> value =
            kind == 0 ? std::nullopt : std::optional(static_cast<std::uint16_t>(kind));
        values.insert(values.end(), prng.below(3000), value);
    }
    expect_round_trip(values);
    EXPECT_LT(compress(values, 0).blocks.size(), values.size() / 100);
}

TEST(Compressor, EqualValuesTakeNoBlocks) {
    const CompressedValues compressed = compress(Values(500, std::uint16_t{3}), 0);
    EXPECT_EQ(compressed.header.size(), 2U);
    EXPECT_TRUE(compressed.blocks.empty());
    expect_round_trip(Values(500, std::uint16_t{3}));
    expect_round_trip(Values(500));
}

}  // namespace
}  // namespace skua::lab
