#include "base/output_file.h"

#include <cerrno>
#include <random>
#include <system_error>

#include "base/file.h"
#include "base/parse.h"

namespace skua {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t QuotedPath = 200;

// The file that a path leads to, through links.
fs::path target_of(const std::string& path) {
    std::error_code failure;
    fs::path target = fs::canonical(path, failure);
    return failure ? fs::path(path) : target;
}

// Another one for each run, so that two programs never write into the same file.
fs::path temporary_beside(const fs::path& target) {
    fs::path temporary = target;
    temporary += '.' + hexadecimal(static_cast<std::uint32_t>(std::random_device()())) + ".part";
    return temporary;
}

Error refused(const std::string& path, const std::string& reason) {
    return Error{in_quotes(path, QuotedPath) + " can't be written: " + reason};
}

// Why the last operation on a stream failed.
std::string last_failure() { return std::generic_category().message(errno != 0 ? errno : EIO); }

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path), target_(target_of(path)) {
    if (!exists_but_is_not_regular_file(target_.string())) { temporary_ = temporary_beside(target_); }
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string& path) {
    std::error_code ignored;
    if (path.empty() || path.find('\0') != std::string::npos) { return refused(path, "that is not a file name"); }
    if (fs::is_directory(path, ignored)) { return refused(path, "it is a folder"); }
    std::unique_ptr<OutputFile> file(new OutputFile(path));
    errno = 0;
    file->stream_.open(file->temporary_.empty() ? file->target_ : file->temporary_, std::ios::binary);
    if (!file->stream_) { return refused(path, last_failure()); }
    return file;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() {
    if (stream_.is_open()) { stream_.close(); }
    std::error_code ignored;
    if (!temporary_.empty()) { fs::remove(temporary_, ignored); }
}

std::string OutputFile::earlier_failure() {
    constexpr std::size_t MoreThanABuffer = 1 << 16;
    errno = 0;
    // What fails once fails again, and nobody will see what is written now.
    if (!temporary_.empty()) {
        stream_.clear();
        stream_ << std::string(MoreThanABuffer, ' ') << std::flush;
    }
    return errno != 0 ? last_failure() : "an earlier write failed";
}

std::optional<Error> OutputFile::finish() {
    if (!stream_) {
        const Error error = refused(path_, earlier_failure());
        discard();
        return error;
    }
    errno = 0;
    stream_.close();
    if (!stream_) {
        const Error error = refused(path_, last_failure());
        discard();
        return error;
    }
    if (temporary_.empty()) { return std::nullopt; }
    std::error_code failure;
    if (const fs::file_status old = fs::status(target_, failure); fs::is_regular_file(old)) {
        fs::permissions(temporary_, old.permissions(), failure);
    }
    fs::rename(temporary_, target_, failure);
    if (!failure) {
        temporary_.clear();
        return std::nullopt;
    }
    discard();
    return refused(path_, failure.message());
}

}  // namespace skua
