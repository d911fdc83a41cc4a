#include "lab/support/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/parse.h"
#include "lab/support/signals.h"

namespace skua::lab {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t QuotedPath = 200;

// Where write_file collects the bytes before it renames the file.
std::string temporary_name(const fs::path& target) { return target.string() + '.' + std::to_string(getpid()) + ".new"; }

// The file that a path leads to, through links.
fs::path target_of(const std::string& path) {
    std::error_code failure;
    fs::path target = fs::canonical(path, failure);
    return failure ? fs::path(path) : target;
}

std::string folder_of(const fs::path& path) {
    const fs::path folder = path.parent_path();
    return folder.empty() ? "." : folder.string();
}

Error refused(const std::string& path, const std::string& reason) {
    return Error{in_quotes(path, QuotedPath) + " can't be written: " + reason};
}

bool is_name_too_long(const std::string& path) {
    const long longest = pathconf(folder_of(path).c_str(), _PC_NAME_MAX);
    return path.size() >= PATH_MAX ||
           (longest > 0 && fs::path(path).filename().string().size() > static_cast<std::size_t>(longest));
}

}  // namespace

Result<std::string> contents_of(const std::string& path) {
    if (!is_file(path)) { return Error{in_quotes(path, QuotedPath) + " can't be read: " + why_not_file(path)}; }
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file || !text) { return Error{in_quotes(path, QuotedPath) + " can't be read, or is empty"}; }
    return text.str();
}

std::optional<Error> cant_be_file(const std::string& path) {
    if (path.empty() || path.find('\0') != std::string::npos) { return refused(path, "that is not a file name"); }
    std::error_code failure;
    const fs::file_type type = fs::symlink_status(path, failure).type();
    const bool exists = fs::exists(path, failure);
    if (type == fs::file_type::symlink && !exists) { return refused(path, "it is a link that leads to no file"); }
    if (exists && !is_file(path)) { return refused(path, "it is not a regular file"); }
    return std::nullopt;
}

std::optional<Error> cant_write(const std::string& path) {
    if (std::optional<Error> error = cant_be_file(path)) { return error; }
    const fs::path target = target_of(path);
    if (is_name_too_long(temporary_name(target))) { return refused(path, "its name is too long"); }
    if (access(folder_of(target).c_str(), W_OK) != 0) {
        return refused(path, "the folder " + in_quotes(folder_of(target), QuotedPath) + " can't be written to");
    }
    return std::nullopt;
}

std::optional<Error> must_be_new(const std::string& path) {
    if (std::optional<Error> error = cant_write(path)) { return error; }
    std::error_code none_yet;
    if (fs::file_size(path, none_yet) > 0 && !none_yet) {
        return Error{in_quotes(path, QuotedPath) + " has something in it already"};
    }
    return std::nullopt;
}

std::optional<Error> write_file(const std::string& path, std::initializer_list<std::string_view> parts) {
    constexpr std::size_t ChunkSize = std::size_t{1} << 22;
    if (std::optional<Error> error = cant_write(path)) { return error; }
    const fs::path target = target_of(path);
    const std::string temporary = temporary_name(target);
    std::error_code failure;
    bool interrupted = false;
    {
        const SignalDelay delay;
        errno = 0;
        std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
        for (std::string_view part : parts) {
            for (; !part.empty() && out && !interrupted; interrupted = delay.has_delayed()) {
                const std::string_view chunk = part.substr(0, ChunkSize);
                out.write(chunk.data(), static_cast<std::streamsize>(chunk.size()));
                part.remove_prefix(chunk.size());
            }
        }
        out.close();
        if (!out) { failure = std::error_code(errno != 0 ? errno : EIO, std::generic_category()); }
        if (!interrupted && !failure) { fs::rename(temporary, target, failure); }
        if (interrupted || failure) {
            std::error_code ignored;
            fs::remove(temporary, ignored);
        }
    }
    // A delayed signal has ended the program here, unless it is handled elsewhere.
    if (interrupted) { return Error{in_quotes(path, QuotedPath) + " was not written: interrupted"}; }
    if (failure) { return refused(path, failure.message()); }
    return std::nullopt;
}

std::optional<Error> write_file(const std::string& path, std::string_view bytes) { return write_file(path, {bytes}); }

// ---------------------------------------------------------------------- locks

FileLock::FileLock(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::exchange(other.path_, {})), descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
    if (!path_.empty()) { unlink(path_.c_str()); }
    if (descriptor_ >= 0) { close(descriptor_); }
}

std::optional<FileLock> FileLock::take(const std::string& path) {
    for (;;) {
        FileLock lock(path, open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
        if (lock.descriptor_ < 0 || flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0) {
            lock.path_.clear();
            return std::nullopt;
        }
        // Its last owner may have removed it between open and flock; then the lock is on a file without a name.
        struct stat ours {};
        struct stat there {};
        if (fstat(lock.descriptor_, &ours) == 0 && stat(path.c_str(), &there) == 0 && ours.st_ino == there.st_ino) {
            return lock;
        }
        lock.path_.clear();
    }
}

}  // namespace skua::lab
