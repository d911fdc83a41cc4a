// A file that one program at a time can hold. The system gives it back however that program ends.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string>

#include "base/parse.h"
#include "base/result.h"

namespace skua::server {

class FileLock {
public:
    FileLock() = default;
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock() {
        if (file_ >= 0) { ::close(file_); }
    }

    // Makes the file if there is none. The Error says that another program has it, or why it can't be had.
    [[nodiscard]] std::optional<Error> take(const std::string& path) {
        file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (file_ < 0) { return Error{"the file " + in_quotes(path, 200) + " can't be made: " + std::strerror(errno)}; }
        if (::flock(file_, LOCK_EX | LOCK_NB) == 0) { return std::nullopt; }
        return Error{"another program uses the store of the file " + in_quotes(path, 200)};
    }

private:
    int file_ = -1;
};

}  // namespace skua::server
