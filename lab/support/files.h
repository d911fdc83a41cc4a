// Files that are read or written at once.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/parse.h"
#include "base/result.h"

namespace skua::lab {

inline Result<std::string> contents_of(const std::string& path) {
    if (!is_file(path)) { return Error{in_quotes(path) + " is no file"}; }
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file || !text) { return Error{in_quotes(path) + " can't be read, or is empty"}; }
    return text.str();
}

// Nothing, or why no file can be written there: better known before the work than after it.
inline std::optional<Error> cant_write(const std::string& path) {
    if (is_taken_by_no_file(path)) { return Error{in_quotes(path) + " is no file"}; }
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (path.empty() || access(folder.empty() ? "." : folder.c_str(), W_OK) != 0) {
        return Error{in_quotes(path) + " can't be written"};
    }
    return std::nullopt;
}

// Beside it first: a kill in between leaves the old file. The parts come one after the other.
inline std::optional<Error> write_file(const std::string& path, std::initializer_list<std::string_view> parts) {
    if (std::optional<Error> error = cant_write(path)) { return error; }
    std::error_code failure;
    // Where a link leads to.
    const std::filesystem::path target =
        is_file(path) ? std::filesystem::canonical(path, failure) : std::filesystem::path(path);
    const std::string beside = target.string() + '.' + std::to_string(getpid()) + ".new";
    errno = 0;
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    for (const std::string_view part : parts) { out.write(part.data(), static_cast<std::streamsize>(part.size())); }
    out.close();
    if (!out) { failure = std::error_code(errno, std::generic_category()); }
    if (out && !failure) { std::filesystem::rename(beside, target, failure); }
    if (!out || failure) {
        std::error_code ignored;
        std::filesystem::remove(beside, ignored);
        return Error{in_quotes(path) + " can't be written" + (failure ? ": " + failure.message() : "")};
    }
    return std::nullopt;
}
inline std::optional<Error> write_file(const std::string& path, std::string_view bytes) {
    return write_file(path, {bytes});
}

// Keeps others away from what a program writes, by a file beside it that is gone with the lock; a killed program leaves
// the file, but not the lock.
class FileLock {
public:
    // Nothing if another program has it.
    static std::optional<FileLock> take(const std::string& path) {
        for (;;) {
            FileLock lock(path, open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
            if (lock.descriptor_ < 0 || flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0) {
                lock.path_.clear();
                return std::nullopt;
            }
            // Its last owner may have removed it meanwhile.
            struct stat ours {};
            struct stat there {};
            if (fstat(lock.descriptor_, &ours) == 0 && stat(path.c_str(), &there) == 0 && ours.st_ino == there.st_ino) {
                return lock;
            }
            lock.path_.clear();
        }
    }
    FileLock(FileLock&& other) noexcept
        : path_(std::exchange(other.path_, {})), descriptor_(std::exchange(other.descriptor_, -1)) {}
    FileLock& operator=(FileLock&&) = delete;
    ~FileLock() {
        if (!path_.empty()) { unlink(path_.c_str()); }
        if (descriptor_ >= 0) { close(descriptor_); }
    }

private:
    FileLock(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

    std::string path_;  // empty: not ours to remove
    int descriptor_;
};

// For write_file.
template <typename Value>
std::string_view bytes_of_span(std::span<const Value> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace skua::lab
