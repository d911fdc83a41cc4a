// What the writer makes is read back by another library (nlohmann-json).
#include "base/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "base/prng.h"

namespace skua {
namespace {

using Parsed = nlohmann::json;

Parsed parsed(const Json& json) { return Parsed::parse(json.text()); }

TEST(Json, WritesPlainValues) {
    EXPECT_EQ(Json().text(), "null");
    EXPECT_EQ(Json(nullptr).text(), "null");
    EXPECT_EQ(Json(true).text(), "true");
    EXPECT_EQ(Json(false).text(), "false");
    EXPECT_EQ(Json(-17).text(), "-17");
    EXPECT_EQ(Json("words").text(), "\"words\"");
    EXPECT_EQ(Json(std::string("words")).text(), "\"words\"");
    EXPECT_EQ(Json(std::string_view("words")).text(), "\"words\"");
    EXPECT_EQ(Json::array().text(), "[]");
    EXPECT_EQ(Json::object().text(), "{}");
}

TEST(Json, KeepsTheLargestIntegers) {
    using Signed = std::numeric_limits<std::int64_t>;
    using Unsigned = std::numeric_limits<std::uint64_t>;
    EXPECT_EQ(parsed(Signed::min()).get<std::int64_t>(), Signed::min());
    EXPECT_EQ(parsed(Signed::max()).get<std::int64_t>(), Signed::max());
    EXPECT_EQ(parsed(Unsigned::max()).get<std::uint64_t>(), Unsigned::max());
}

TEST(Json, RealNumbersSurvive) {
    EXPECT_EQ(Json(0.5).text(), "0.5");
    EXPECT_EQ(Json(0.1).text(), "0.1");
    EXPECT_EQ(Json(-0.0).text(), "-0");
    for (const double value : {1.0 / 3.0, 1e300, -2.5e-300, std::numeric_limits<double>::max(),
                               std::numeric_limits<double>::denorm_min(), 123456789.123456789, 1e17}) {
        EXPECT_EQ(parsed(value).get<double>(), value);
    }
    Prng prng(7);
    for (int i = 0; i < 1000; ++i) {
        const double value = (prng.unit() - 0.5) * std::pow(10.0, static_cast<double>(prng.below(600)) - 300.0);
        ASSERT_EQ(parsed(value).get<double>(), value);
    }
}

TEST(Json, NumbersThatAreNotFiniteAreNull) {
    EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).text(), "null");
    EXPECT_EQ(Json(-std::numeric_limits<double>::infinity()).text(), "null");
    EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).text(), "null");
}

TEST(Json, EscapesWhatAStringMayNotContain) {
    EXPECT_EQ(Json("a\"b\\c").text(), R"("a\"b\\c")");
    EXPECT_EQ(Json("\b\f\n\r\t").text(), R"("\b\f\n\r\t")");
    EXPECT_EQ(Json(std::string("\0\x01\x1f\x7f", 4)).text(), R"("\u0000\u0001\u001f\u007f")");
    EXPECT_EQ(Json("/").text(), "\"/\"");
    // Every byte of ASCII, and keys as well as values.
    for (char c = 0;; ++c) {
        const std::string text = std::string("<") + c + ">";
        EXPECT_EQ(parsed(text).get<std::string>(), text) << static_cast<int>(c);
        Json object = Json::object();
        object.add(text, 1);
        EXPECT_EQ(parsed(object), (Parsed{{text, 1}})) << static_cast<int>(c);
        if (c == 127) { break; }
    }
}

TEST(Json, ValidUtf8PassesUnchanged) {
    for (const std::string text :
         {"Grünfeld", "Алёхин", "♔♕♖♗♘♙", "\xF0\x9F\x98\x80", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF",
          "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
        EXPECT_EQ(Json(text).text(), '"' + text + '"');
        EXPECT_EQ(parsed(text).get<std::string>(), text);
    }
}

TEST(Json, InvalidUtf8IsReplaced) {
    const std::string mark = "\xEF\xBF\xBD";
    EXPECT_EQ(Json("a\xFFz").text(), "\"a" + mark + "z\"");
    EXPECT_EQ(Json("a\x80z").text(), "\"a" + mark + "z\"");
    EXPECT_EQ(Json("\xC3").text(), '"' + mark + '"') << "cut off";
    EXPECT_EQ(Json("\xC3\"").text(), '"' + mark + "\\\"\"") << "the quote must not be swallowed";
    EXPECT_EQ(Json("\xE2\x99").text(), '"' + mark + mark + '"');
    for (const char* const text :
         {"\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFE", "\xF0\x9F\x98"}) {
        EXPECT_NO_THROW(parsed(std::string_view(text)));
        EXPECT_EQ(Json(text).text().find(mark), 1U);
    }
}

// Random bytes, and random trees of values: always one valid text, with the same content.
TEST(Json, RandomBytesGiveValidText) {
    Prng prng(1);
    for (int i = 0; i < 3000; ++i) {
        std::string bytes;
        for (std::uint64_t n = prng.below(20); n > 0; --n) { bytes += static_cast<char>(prng.below(256)); }
        ASSERT_NO_THROW(parsed(bytes));
    }
}

std::pair<Json, Parsed> random_value(Prng& prng, int depth) {
    switch (prng.below(depth > 0 ? 6 : 4)) {
        case 0: return {nullptr, nullptr};
        case 1: return {true, true};
        case 2: {
            const auto number = static_cast<std::int64_t>(prng.next());
            return {number, number};
        }
        case 3: {
            const std::string text(prng.below(4), '"');
            return {text, text};
        }
        case 4: {
            Json json = Json::array();
            Parsed expected = Parsed::array();
            for (std::uint64_t n = prng.below(4); n > 0; --n) {
                auto [element, same] = random_value(prng, depth - 1);
                json.add(std::move(element));
                expected.push_back(std::move(same));
            }
            return {std::move(json), std::move(expected)};
        }
        default: {
            Json json = Json::object();
            Parsed expected = Parsed::object();
            for (std::uint64_t n = prng.below(4); n > 0; --n) {
                auto [member, same] = random_value(prng, depth - 1);
                const std::string key = "\"" + std::to_string(n);
                json.add(key, std::move(member));
                expected[key] = std::move(same);
            }
            return {std::move(json), std::move(expected)};
        }
    }
}

TEST(Json, RandomTreesComeBackTheSame) {
    Prng prng(2);
    for (int i = 0; i < 2000; ++i) {
        const auto [json, expected] = random_value(prng, 5);
        ASSERT_EQ(parsed(json), expected) << json.text();
    }
}

TEST(Json, MembersKeepTheirOrder) {
    Json json = Json::object({{"z", 1}, {"a", Json::object({{"y", true}})}});
    json.add("b", Json::array());
    EXPECT_EQ(json.text(), R"({"z": 1, "a": {"y": true}, "b": []})");
    Json list = Json::array();
    list.add(1);
    list.add("two");
    list.add(nullptr);
    EXPECT_EQ(list.text(), R"([1, "two", null])");
}

}  // namespace
}  // namespace skua
