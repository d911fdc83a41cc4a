// What a path leads to.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace skua {

// No folder, and no pipe or device that would keep a reader waiting or feed it for ever.
inline bool is_file(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace skua
