#include "base/checksum.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace skua {
namespace {

std::vector<std::uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

// The check values of the published definitions.
TEST(Checksum, Crc32IsThatOfZipAndPng) {
    EXPECT_EQ(crc32({}), 0U);
    EXPECT_EQ(crc32(bytes_of("123456789")), 0xCBF43926U);
    EXPECT_EQ(crc32(bytes_of("56789"), crc32(bytes_of("1234"))), 0xCBF43926U) << "in two pieces";
}

TEST(Checksum, Fnv1aIsThePublishedOne) {
    EXPECT_EQ(fnv1a({}), 0x811C9DC5U);
    EXPECT_EQ(fnv1a(bytes_of("a")), 0xE40C292CU);
    EXPECT_EQ(fnv1a(bytes_of("foobar")), 0xBF9CF968U);
}

}  // namespace
}  // namespace skua
