#include "base/bytes.h"

#include <gtest/gtest.h>

#include <limits>

namespace skua {
namespace {

TEST(LittleEndian, TheLowestByteComesFirst) {
    Bytes bytes;
    append_little_endian(bytes, std::uint32_t{0x01020304});
    append_little_endian(bytes, std::int16_t{-2});
    EXPECT_EQ(bytes, (Bytes{4, 3, 2, 1, 0xFE, 0xFF}));
    EXPECT_EQ(load_little_endian<std::uint32_t>(bytes.data()), 0x01020304U);
    EXPECT_EQ(load_little_endian<std::int16_t>(bytes.data() + 4), -2);
}

TEST(LittleEndian, EveryWidthComesBack) {
    const auto check = [](auto value) {
        Bytes bytes;
        append_little_endian(bytes, value);
        ByteReader reader(bytes);
        EXPECT_EQ(reader.next<decltype(value)>(), value);
        EXPECT_TRUE(reader.at_end());
    };
    check(std::uint8_t{200});
    check(std::numeric_limits<std::int16_t>::min());
    check(std::numeric_limits<std::int32_t>::min());
    check(std::numeric_limits<std::uint64_t>::max());
    check(std::int64_t{-5});
}

TEST(ByteReader, ReturnsNothingWhereBytesAreMissing) {
    const Bytes bytes{1, 0, 2, 3, 4};
    ByteReader reader(bytes);
    EXPECT_EQ(reader.next<std::uint16_t>(), 1);
    EXPECT_FALSE(reader.next<std::uint32_t>());
    EXPECT_FALSE(reader.take(4));
    ASSERT_TRUE(reader.take(2));
    EXPECT_EQ(reader.next<std::uint8_t>(), 4);
    EXPECT_TRUE(reader.at_end());
    EXPECT_FALSE(reader.next<std::uint8_t>());
    EXPECT_TRUE(reader.take(0));
}

}  // namespace
}  // namespace skua
