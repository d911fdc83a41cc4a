#include "base/utf8.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

TEST(Utf8, KnowsWhereLettersEnd) {
    EXPECT_EQ(utf8_length("ab"), 1U);
    EXPECT_EQ(utf8_length("\xC3\xA4x"), 2U);
    EXPECT_EQ(utf8_length("\xE2\x99\x94"), 3U);
    EXPECT_EQ(utf8_length("\xF0\x9F\x98\x80"), 4U);
    EXPECT_EQ(utf8_length(Utf8Replacement), 3U);
}

TEST(Utf8, RefusesWhatIsNotALetter) {
    for (const std::string_view wrong : {"\x80", "\xC3", "\xC3x", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80",
                                         "\xF4\x90\x80\x80", "\xFF", "\xF0\x9F\x98"}) {
        EXPECT_EQ(utf8_length(wrong), 0U);
    }
}

}  // namespace
}  // namespace skua
