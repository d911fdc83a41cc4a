// Files that are read or written at once.
#pragma once

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "base/parse.h"
#include "base/result.h"

namespace skua {

inline Result<std::string> contents_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    // Something that can be opened but not read, as a folder, leaves both empty.
    text << file.rdbuf();
    if (!file || !text) { return Error{in_quotes(path) + " can't be read, or is empty"}; }
    return text.str();
}

// Beside it first: a kill in between leaves the old file. The parts come one after the other.
inline std::optional<Error> write_file(const std::string& path, std::initializer_list<std::string_view> parts) {
    const std::string beside = path + ".new";
    {
        std::ofstream out(beside, std::ios::binary | std::ios::trunc);
        for (const std::string_view part : parts) { out.write(part.data(), static_cast<std::streamsize>(part.size())); }
        if (!out.flush()) { return Error{in_quotes(beside) + " can't be written"}; }
    }
    std::error_code failure;
    std::filesystem::rename(beside, path, failure);
    if (failure) { return Error{in_quotes(path) + " can't be written"}; }
    return std::nullopt;
}
inline std::optional<Error> write_file(const std::string& path, std::string_view bytes) {
    return write_file(path, {bytes});
}

// For write_file.
template <typename Value>
std::string_view bytes_of_span(std::span<const Value> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace skua
