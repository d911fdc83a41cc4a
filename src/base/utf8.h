// UTF-8: where its letters end, and what stands for bytes that are none.
#pragma once

#include <cstddef>
#include <string_view>

namespace skua {

inline constexpr std::string_view Utf8Replacement = "\xEF\xBF\xBD";  // U+FFFD

// The length of the valid UTF-8 sequence at the start of a text that is not empty; 0 when there is none.
constexpr std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) { return 1; }
    const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                               : first >= 0xE0 && first <= 0xEF ? 3
                               : first >= 0xF0 && first <= 0xF4 ? 4
                                                                : 0;
    if (length == 0 || text.size() < length) { return 0; }
    for (std::size_t i = 1; i < length; ++i) {
        if (byte(i) < 0x80 || byte(i) > 0xBF) { return 0; }
    }
    // Numbers that fit into fewer bytes, surrogates, and numbers beyond U+10FFFF.
    const bool is_too_long = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
    const bool is_out_of_range = (first == 0xED && byte(1) >= 0xA0) || (first == 0xF4 && byte(1) >= 0x90);
    return is_too_long || is_out_of_range ? 0 : length;
}

}  // namespace skua
