// A text file that remembers finished work line by line, so that a run that was killed repeats none of it.
//
// The first line is a title and the conditions of the work; each other line is one finished piece.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace skua::lab {

class LineFile {
public:
    // Opens a file, or begins one. Calls `read_line` with each line after the first; false means that it can't be read.
    // Title and conditions are one line; a file with another title or other conditions is refused. `name` says in
    // messages what the file is: "the journal of a book". A line that a killed writer left unfinished is cut off.
    static Result<std::unique_ptr<LineFile>> open(const std::string& path, const std::string& title,
                                                  const std::string& name, const std::string& conditions,
                                                  const std::function<bool(std::string_view)>& read_line);

    // Appends a line, which is in the system's hands when this returns. May be called from several threads at once.
    std::optional<Error> add(const std::string& line);

private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    explicit LineFile(std::string path) : path_(std::move(path)) {}
    [[nodiscard]] Error failed(const std::string& reason) const;
    std::optional<Error> read(const std::string& title, const std::string& name, const std::string& conditions,
                              const std::function<bool(std::string_view)>& read_line);

    std::string path_;
    std::unique_ptr<std::FILE, Closer> file_;
    std::mutex mutex_;  // guards the file
};

}  // namespace skua::lab
