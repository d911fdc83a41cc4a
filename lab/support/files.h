// Files that are read or written in one step.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace skua::lab {

// The whole file, which must not be empty.
Result<std::string> contents_of(const std::string& path);

// These return why something can't be done with a path, or nothing if it can. Commands ask for every file they will
// write before their work begins.
//
// Neither a device, a folder or the like, nor a link that leads nowhere.
std::optional<Error> cant_be_file(const std::string& path);
// write_file can write it.
std::optional<Error> cant_write(const std::string& path);
// write_file can write it, and there is nothing in it yet.
std::optional<Error> must_be_new(const std::string& path);

// Writes the parts one after the other into a temporary file beside `path`, then renames it: whatever happens, `path`
// is either the old file or the whole new one. Ctrl-C meanwhile removes the temporary file before it ends the program.
std::optional<Error> write_file(const std::string& path, std::initializer_list<std::string_view> parts);
std::optional<Error> write_file(const std::string& path, std::string_view bytes);

// The memory of these values, for write_file.
template <typename Value>
std::string_view bytes_of_span(std::span<const Value> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

// Keeps other programs from writing the same files. The lock is a file that disappears with it; if the program is
// killed, the file stays behind but no longer locks anything.
class FileLock {
public:
    // Nothing if another program holds it.
    static std::optional<FileLock> take(const std::string& path);
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&&) = delete;
    ~FileLock();

private:
    FileLock(std::string path, int descriptor);

    std::string path_;  // empty: not ours to remove
    int descriptor_;
};

}  // namespace skua::lab
