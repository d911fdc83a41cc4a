#include "lab/support/line_file.h"

#include <sys/file.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/parse.h"
#include "lab/support/files.h"

namespace skua::lab {

Error LineFile::failed(const std::string& reason) const { return Error{in_quotes(path_, 200) + ": " + reason}; }

Result<std::unique_ptr<LineFile>> LineFile::open(const std::string& path, const std::string& title,
                                                 const std::string& name, const std::string& conditions,
                                                 const std::function<bool(std::string_view)>& read_line) {
    if (const std::optional<Error> error = cant_be_file(path)) { return *error; }
    std::unique_ptr<LineFile> file(new LineFile(path));
    file->file_.reset(std::fopen(path.c_str(), "ab"));
    if (!file->file_) { return file->failed("it can't be written"); }
    if (flock(fileno(file->file_.get()), LOCK_EX | LOCK_NB) != 0) {
        return file->failed("another program is writing it");
    }
    if (const std::optional<Error> error = file->read(title, name, conditions, read_line)) { return *error; }
    return file;
}

std::optional<Error> LineFile::read(const std::string& title, const std::string& name, const std::string& conditions,
                                    const std::function<bool(std::string_view)>& read_line) {
    const std::string first_line = title + ": " + conditions + '\n';
    std::error_code failure;
    std::string text;
    if (std::filesystem::file_size(path_, failure) > 0 && !failure) {
        Result<std::string> contents = contents_of(path_);
        if (!contents) { return Error{contents.error()}; }
        text = *std::move(contents);
    }
    const std::size_t whole_lines = text.rfind('\n') + 1;  // 0 if there is no line end
    if (whole_lines == 0 && !std::string_view(first_line).starts_with(text)) { return failed("this is not " + name); }
    if (whole_lines > 0 && !text.starts_with(title + ": ")) { return failed("this is not " + name); }
    if (whole_lines < text.size()) {
        std::filesystem::resize_file(path_, whole_lines, failure);
        if (failure) { return failed("its unfinished last line can't be cut off: " + failure.message()); }
        text.resize(whole_lines);
    }
    if (text.empty()) {
        if (std::fputs(first_line.c_str(), file_.get()) < 0 || std::fflush(file_.get()) != 0) {
            return failed("it can't be written");
        }
        return std::nullopt;
    }
    if (!text.starts_with(first_line)) {
        const std::size_t begin = title.size() + 2;
        const std::string theirs = text.substr(begin, text.find('\n') - begin);
        return failed("it has other conditions: " + theirs + ", not " + conditions);
    }
    std::size_t number = 1;
    for (std::size_t begin = first_line.size(); begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        ++number;
        if (!read_line(std::string_view(text).substr(begin, end - begin))) {
            return failed("line " + std::to_string(number) + " can't be read");
        }
        begin = end + 1;
    }
    return std::nullopt;
}

std::optional<Error> LineFile::add(const std::string& line) {
    const std::lock_guard lock(mutex_);
    if (std::fputs((line + '\n').c_str(), file_.get()) < 0 || std::fflush(file_.get()) != 0) {
        return failed("it can't be written");
    }
    return std::nullopt;
}

}  // namespace skua::lab
