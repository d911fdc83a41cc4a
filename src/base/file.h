// Checks what a path names before it is opened.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace skua {

// Is this a regular file? Folders are not, nor are pipes and devices, which could block a reader or feed it for ever. A
// path with a zero byte is refused, since the system would read it only up to there.
inline bool is_file(const std::string& path) {
    std::error_code ignored;
    return path.find('\0') == std::string::npos && std::filesystem::is_regular_file(path, ignored);
}

// Why is_file refuses this path, for a message.
inline std::string why_not_file(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) ? "it is not a regular file" : "there is no such file";
}

// Why the files of this folder can't be listed, for a message.
inline std::string why_not_folder(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) { return "there is no such folder"; }
    return std::filesystem::is_directory(path, ignored) ? "the system does not allow it" : "it is not a folder";
}

// Is there something at this path that is_file refuses?
inline bool exists_but_is_not_regular_file(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) && !is_file(path);
}

}  // namespace skua
