#include "tablebase/compressed.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/bytes.h"
#include "base/prng.h"

namespace skua::tablebase {
namespace {

constexpr std::uint16_t NoSymbol = 0xFFF;

// A table written by hand: values 3 and 700, and a symbol for one after the other.
//
//     symbol 0: value 3, code 00;  symbol 1: value 700, code 01;  symbol 2: symbols 0 and 1, code 1
struct HandMade {
    static constexpr int LogBlock = 4;
    static constexpr int LogSpan = 5;

    std::vector<std::uint16_t> values;
    Bytes header;
    Bytes sparse_index;
    Bytes block_lengths;
    Bytes blocks;

    explicit HandMade(int symbols) {
        Prng prng(3);
        std::vector<std::size_t> lengths;
        int free_bits = 0;
        for (int i = 0; i < symbols; ++i) {
            const std::uint64_t symbol = prng.below(3);
            const int bits = symbol == 2 ? 1 : 2;
            if (free_bits < bits) {
                blocks.resize(blocks.size() + (std::size_t{1} << LogBlock));
                free_bits = 8 << LogBlock;
                lengths.push_back(0);
            }
            const std::uint64_t code = symbol == 2 ? 1 : symbol;
            for (int bit = bits; bit-- > 0; --free_bits) {
                const auto place = static_cast<std::size_t>((8 << LogBlock) - free_bits);
                std::uint8_t& byte = blocks[blocks.size() - (std::size_t{1} << LogBlock) + place / 8];
                byte = static_cast<std::uint8_t>(byte | (((code >> bit) & 1) << (7 - place % 8)));
            }
            if (symbol != 1) { values.push_back(3); }
            if (symbol != 0) { values.push_back(700); }
            lengths.back() += symbol == 2 ? 2 : 1;
        }
        header = {0, LogBlock, LogSpan, 0};
        append_little_endian(header, static_cast<std::uint32_t>(lengths.size()));
        header.insert(header.end(), {2, 1, 2, 0, 0, 0, 3, 0});  // code lengths, first symbols, number of symbols
        for (const auto& [left, right] : {std::pair<int, int>(3, NoSymbol), {700, NoSymbol}, {0, 1}}) {
            header.insert(header.end(), {static_cast<std::uint8_t>(left),
                                         static_cast<std::uint8_t>((left >> 8) | ((right & 15) << 4)),
                                         static_cast<std::uint8_t>(right >> 4)});
        }
        header.push_back(0);  // symbols are padded to an even number of bytes
        constexpr std::size_t Span = std::size_t{1} << LogSpan;
        std::size_t block = 0;
        std::size_t begin = 0;
        for (std::size_t middle = Span / 2; middle < values.size() + Span / 2; middle += Span) {
            while (block + 1 < lengths.size() && middle >= begin + lengths[block]) { begin += lengths[block++]; }
            append_little_endian(sparse_index, static_cast<std::uint32_t>(block));
            append_little_endian(sparse_index, static_cast<std::uint16_t>(middle - begin));
        }
        for (const std::size_t length : lengths) {
            append_little_endian(block_lengths, static_cast<std::uint16_t>(length - 1));
        }
    }

    [[nodiscard]] Bytes bytes() const {
        Bytes all = header;
        for (const Bytes& part : {sparse_index, block_lengths}) { all.insert(all.end(), part.begin(), part.end()); }
        all.resize((all.size() + 63) / 64 * 64);
        all.insert(all.end(), blocks.begin(), blocks.end());
        return all;
    }
};

struct Reading {
    CompressedTable table;
    std::string error;  // empty if there is none
};

Reading read(const Bytes& bytes, std::uint64_t size) {
    Reading reading;
    ByteCursor cursor(bytes);
    if (const std::optional<Error> error = reading.table.read_header(cursor, size)) {
        reading.error = error->message;
        return reading;
    }
    reading.table.read_sparse_index(cursor);
    reading.table.read_block_lengths(cursor);
    reading.table.read_blocks(cursor);
    if (!cursor.ok()) { reading.error = "it is cut off"; }
    return reading;
}

TEST(CompressedTable, GivesBackEveryValue) {
    const HandMade made(5000);
    const Bytes bytes = made.bytes();
    const Reading reading = read(bytes, made.values.size());
    ASSERT_EQ(reading.error, "");
    for (std::size_t i = 0; i < made.values.size(); ++i) { ASSERT_EQ(reading.table.value_at(i), made.values[i]) << i; }
    EXPECT_FALSE(reading.table.value_at(1U << 20));
}

TEST(CompressedTable, MayHaveASingleValue) {
    const Reading reading = read({CompressedTable::SingleValue, 4}, 1000);
    EXPECT_EQ(reading.error, "");
    EXPECT_EQ(reading.table.value_at(0), 4);
    EXPECT_EQ(reading.table.value_at(999), 4);
}

TEST(CompressedTable, RefusesHeadersThatContradictThemselves) {
    const HandMade made(200);
    const auto error_with = [&](std::size_t place, std::uint8_t byte) {
        Bytes bytes = made.bytes();
        bytes[place] = byte;
        return read(bytes, made.values.size()).error;
    };
    EXPECT_EQ(error_with(1, 60), "the block sizes are wrong");
    EXPECT_EQ(error_with(2, 60), "the block sizes are wrong");
    EXPECT_EQ(error_with(8, 0), "the code lengths are wrong") << "the longest is shorter than the shortest";
    EXPECT_EQ(error_with(8, 33), "the code lengths are wrong");
    EXPECT_EQ(error_with(9, 0), "the code lengths are wrong");
    EXPECT_EQ(error_with(10, 3), "its code is incomplete") << "code 1 would be symbol 3";
    EXPECT_EQ(error_with(22, 2), "its symbols are not a tree") << "symbol 2 contains itself";
    EXPECT_EQ(error_with(22, 9), "its symbols are not a tree") << "there is no symbol 9";
    EXPECT_EQ(error_with(15, 0xFF), "it is cut off") << "65283 symbols";
}

TEST(CompressedTable, EveryTruncationIsNoticed) {
    const HandMade made(500);
    const Bytes whole = made.bytes();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_NE(read(bytes, made.values.size()).error, "") << size;
    }
}

// Whatever the bytes say, reading ends, inside the data.
TEST(CompressedTable, SurvivesChangedBits) {
    const HandMade made(400);
    const Bytes whole = made.bytes();
    Prng prng(8);
    int readable = 0;
    for (int i = 0; i < 5000; ++i) {
        Bytes bytes = whole;
        for (std::uint64_t flips = prng.below(4) + 1; flips > 0; --flips) {
            bytes[prng.below(bytes.size())] ^= static_cast<std::uint8_t>(1U << prng.below(8));
        }
        const Reading reading = read(bytes, made.values.size());
        if (!reading.error.empty()) { continue; }
        ++readable;
        for (std::size_t place = 0; place < made.values.size(); place += 7) {
            static_cast<void>(reading.table.value_at(place));
        }
    }
    EXPECT_GT(readable, 1000);
}

}  // namespace
}  // namespace skua::tablebase
