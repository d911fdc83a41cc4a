// What a path leads to.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace skua {

// No folder, and no pipe or device that would keep a reader waiting or feed it for ever. The system would read a path
// with a zero in it only up to there.
inline bool is_file(const std::string& path) {
    std::error_code ignored;
    return path.find('\0') == std::string::npos && std::filesystem::is_regular_file(path, ignored);
}

// True if something exists at the path that is not a regular file.
inline bool is_taken_by_no_file(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) && !is_file(path);
}

}  // namespace skua
