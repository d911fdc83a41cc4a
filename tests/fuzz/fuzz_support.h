// What the fuzz targets share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "chess/fen.h"
#include "chess/position.h"

namespace skua {

// Stops the program where the fuzzer sees it, with or without assertions.
inline void require(bool condition) {
    if (!condition) { __builtin_trap(); }
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return size == 0 ? std::string_view() : std::string_view(reinterpret_cast<const char*>(data), size);
}

// Takes a first line that is a FEN off the text; without one, the start position.
inline Position take_position(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const Result<FenReading> reading = parse_fen(line);
    if (!reading) { return {}; }
    text.remove_prefix(line.size());
    return reading->position;
}

// The same but for what a FEN can't say.
inline bool same_setup(const Position& a, const Position& b) { return a.setup() == b.setup() && a.key() == b.key(); }

}  // namespace skua
