#include "base/parse.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace skua {
namespace {

using Words = std::vector<std::string_view>;

TEST(Parse, ClassifiesCharacters) {
    for (int code = -128; code < 128; ++code) {
        const char c = static_cast<char>(code);
        EXPECT_EQ(is_digit(c), std::string("0123456789").find(c) != std::string::npos) << code;
        EXPECT_EQ(is_lower(c), std::string("abcdefghijklmnopqrstuvwxyz").find(c) != std::string::npos) << code;
        EXPECT_EQ(is_upper(c), std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZ").find(c) != std::string::npos) << code;
        EXPECT_EQ(is_blank(c), std::string(" \t\r\n\v\f").find(c) != std::string::npos) << code;
        EXPECT_EQ(to_upper(to_lower(c)), is_lower(c) ? to_upper(c) : c) << code;
    }
    EXPECT_EQ(to_lower('Z'), 'z');
    EXPECT_EQ(to_upper('a'), 'A');
    EXPECT_EQ(to_lower('['), '[');
    EXPECT_EQ(to_upper('{'), '{');
}

TEST(Parse, Trims) {
    EXPECT_EQ(trim("  a b\t\r\n"), "a b");
    EXPECT_EQ(trim("a"), "a");
    EXPECT_EQ(trim(" \t \r\n"), "");
    EXPECT_EQ(trim(""), "");
}

TEST(Parse, SplitsAtAnyRunOfBlanks) {
    EXPECT_EQ(split_words("go  wtime\t100\r\n"), (Words{"go", "wtime", "100"}));
    EXPECT_EQ(split_words("\v one \f"), (Words{"one"}));
    EXPECT_EQ(split_words(" "), Words{});
    EXPECT_EQ(split_words(""), Words{});
}

TEST(Parse, TakesWordsOffTheFront) {
    std::string_view text = " a  bc ";
    EXPECT_EQ(next_word(text), "a");
    EXPECT_EQ(next_word(text), "bc");
    EXPECT_EQ(next_word(text), "");
    EXPECT_EQ(next_word(text), "");
    EXPECT_TRUE(text.empty());
}

TEST(Parse, ComparesWithoutCase) {
    EXPECT_TRUE(equals_ignoring_case("MultiPV", "multipv"));
    EXPECT_TRUE(equals_ignoring_case("", ""));
    EXPECT_FALSE(equals_ignoring_case("Hash", "Has"));
    EXPECT_FALSE(equals_ignoring_case("Has", "Hash"));
    EXPECT_FALSE(equals_ignoring_case("a[", "a{"));
}

TEST(Parse, QuotesForMessages) {
    EXPECT_EQ(in_quotes("e2e4"), "\"e2e4\"");
    EXPECT_EQ(in_quotes(""), "\"\"");
    EXPECT_EQ(in_quotes(std::string_view("a\0b\xC3\xA4\n\x7F", 7)), "\"a?b????\"");
    EXPECT_EQ(in_quotes("abcdef", 3), "\"abc...\"");
    EXPECT_EQ(in_quotes("abc", 3), "\"abc\"");
    EXPECT_EQ(skua::in_quotes(std::string(1000, 'x')).size(), 60U + 2U + 3U);
}

TEST(Parse, CountsInWords) {
    EXPECT_EQ(skua::counted(0, "game"), "0 games");
    EXPECT_EQ(skua::counted(1, "game"), "1 game");
    EXPECT_EQ(skua::counted(2, "game"), "2 games");
    EXPECT_EQ(skua::counted(1, "entry", "entries"), "1 entry");
    EXPECT_EQ(skua::counted(45'300, "entry", "entries"), "45300 entries");
}

TEST(Parse, ReadsIntegers) {
    EXPECT_EQ(parse_integer<int>("0"), 0);
    EXPECT_EQ(parse_integer<int>("42"), 42);
    EXPECT_EQ(parse_integer<int>("-42"), -42);
    EXPECT_EQ(parse_integer<int>("+42"), 42);
    EXPECT_EQ(parse_integer<int>("007"), 7);
    EXPECT_EQ(parse_integer<int>("2147483647"), 2147483647);
    EXPECT_EQ(parse_integer<int>("-2147483648"), -2147483647 - 1);
    EXPECT_EQ(parse_integer<std::uint64_t>("18446744073709551615"), 18446744073709551615ULL);
}

TEST(Parse, RefusesEverythingElse) {
    for (const std::string_view text :
         {"", " ", "+", "-", "+-1", "-+1", "++1", "--1", "1 ", " 1", "1x", "x1", "0x10", "1.5", "1e3", "abc", "+ 1"}) {
        EXPECT_FALSE(parse_integer<int>(text).has_value()) << in_quotes(text);
        EXPECT_FALSE(parse_clamped<int>(text).has_value()) << in_quotes(text);
    }
    EXPECT_FALSE(parse_integer<int>(std::string_view("1\0", 2)).has_value());
}

TEST(Parse, RefusesWhatDoesNotFit) {
    EXPECT_FALSE(parse_integer<int>("2147483648").has_value());
    EXPECT_FALSE(parse_integer<int>("-2147483649").has_value());
    EXPECT_FALSE(parse_integer<int>("999999999999").has_value());
    EXPECT_FALSE(parse_integer<std::uint64_t>("18446744073709551616").has_value());
    EXPECT_FALSE(parse_integer<unsigned>("-1").has_value());
    EXPECT_FALSE(parse_integer<std::int8_t>("128").has_value());
}

TEST(Parse, ClampsWhatDoesNotFit) {
    EXPECT_EQ(parse_clamped<int>("5"), 5);
    EXPECT_EQ(parse_clamped<int>("-5"), -5);
    EXPECT_EQ(parse_clamped<int>("+2147483648"), 2147483647);
    EXPECT_EQ(parse_clamped<int>("-99999999999999999999"), -2147483647 - 1);
    EXPECT_EQ(parse_clamped<int>(std::string(1000, '9')), 2147483647);
    EXPECT_EQ(parse_clamped<unsigned>("-1"), 0U);
    EXPECT_EQ(parse_clamped<std::uint64_t>("18446744073709551616"), 18446744073709551615ULL);
}

TEST(Parse, HexadecimalNumbersHaveAllTheirDigits) {
    EXPECT_EQ(hexadecimal(std::uint32_t{0xfb014b7e}), "FB014B7E");
    EXPECT_EQ(hexadecimal(std::uint32_t{0x1a}), "0000001A");
    EXPECT_EQ(hexadecimal(std::uint64_t{0xabcdef}), "0000000000ABCDEF");
}

TEST(Parse, Capitalises) {
    EXPECT_EQ(capitalised("mistake"), "Mistake");
    EXPECT_EQ(capitalised("X"), "X");
    EXPECT_EQ(capitalised(""), "");
}

}  // namespace
}  // namespace skua
