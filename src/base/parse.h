// Reads words and numbers from text, and quotes text for messages.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace skua {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < ' '; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

// Returns the text without blanks at its ends.
std::string_view trim(std::string_view text);

// The words of a text; any run of blanks separates two words.
std::vector<std::string_view> split_words(std::string_view text);

// Removes the first word from the text and returns it; empty when there is none left.
std::string_view next_word(std::string_view& text);

// Are the texts equal, apart from the case of ASCII letters?
bool equals_ignoring_case(std::string_view a, std::string_view b);

// The text with a capital letter at its start.
std::string capitalised(std::string_view text);

// Quotes input for a message: printable ASCII of at most `limit` characters. Other bytes become '?', and "..." marks a
// cut.
std::string in_quotes(std::string_view text, std::size_t limit = 60);

// "1 game", "2 games"; the plural adds an s unless another is given.
std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural = "");

// All digits of an unsigned number, with leading zeros.
template <typename Number>
std::string hexadecimal(Number number) {
    std::string text;
    for (int shift = std::numeric_limits<Number>::digits - 4; shift >= 0; shift -= 4) {
        text += "0123456789ABCDEF"[number >> shift & 15U];
    }
    return text;
}

// Reads the whole text as an integer with an optional sign; nothing when it is anything else or does not fit.
template <typename Integer>
std::optional<Integer> parse_integer(std::string_view text) {
    if (!text.empty() && text.front() == '+') {
        text.remove_prefix(1);
        if (text.empty() || !is_digit(text.front())) { return std::nullopt; }
    }
    Integer value{};
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, value);
    if (failure != std::errc{} || stop != end) { return std::nullopt; }
    return value;
}

// Reads an integer like parse_integer, but a number outside the range of the type becomes the nearest bound.
template <typename Integer>
std::optional<Integer> parse_clamped(std::string_view text) {
    if (const auto exact = parse_integer<Integer>(text)) { return exact; }
    const bool negative = !text.empty() && text.front() == '-';
    std::string_view digits = text;
    if (!digits.empty() && (digits.front() == '-' || digits.front() == '+')) { digits.remove_prefix(1); }
    if (digits.empty()) { return std::nullopt; }
    for (const char c : digits) {
        if (!is_digit(c)) { return std::nullopt; }
    }
    return negative ? std::numeric_limits<Integer>::min() : std::numeric_limits<Integer>::max();
}

}  // namespace skua
