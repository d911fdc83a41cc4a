#include "base/parse.h"

#include <algorithm>

namespace skua {

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) { text.remove_prefix(1); }
    while (!text.empty() && is_blank(text.back())) { text.remove_suffix(1); }
    return text;
}

std::string_view next_word(std::string_view& text) {
    while (!text.empty() && is_blank(text.front())) { text.remove_prefix(1); }
    std::size_t length = 0;
    while (length < text.size() && !is_blank(text[length])) { ++length; }
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(length);
    return word;
}

std::vector<std::string_view> split_words(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) { words.push_back(word); }
    return words;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return to_lower(x) == to_lower(y); });
}

std::string capitalised(std::string_view text) {
    std::string result(text);
    if (!result.empty()) { result[0] = to_upper(result[0]); }
    return result;
}

std::string in_quotes(std::string_view text, std::size_t limit) {
    std::string result = "\"";
    for (const char c : text.substr(0, limit)) { result += c >= ' ' && c <= '~' ? c : '?'; }
    if (text.size() > limit) { result += "..."; }
    return result + "\"";
}

std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural) {
    const std::string many = plural.empty() ? std::string(singular) + 's' : std::string(plural);
    return std::to_string(count) + ' ' + (count == 1 ? std::string(singular) : many);
}

}  // namespace skua
