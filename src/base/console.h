// Lines in and lines out, for programs that talk over pipes.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

namespace skua {

// Reads lines of bounded length, so that no input can exhaust the memory.
class LineReader {
public:
    static constexpr std::size_t MaxLength = std::size_t{1} << 20;

    enum class Outcome { Line, TooLong, End };

    explicit LineReader(std::istream& input) : input_(input) {}

    // Fills `line` without its end-of-line characters. A line that is too long is skipped and left empty. A last line
    // without an end counts as a line.
    Outcome next(std::string& line);

private:
    std::istream& input_;
};

// Writes whole lines from several threads, each flushed at once.
class LineWriter {
public:
    // `on_failure` is called once when the reader at the other end has gone away.
    explicit LineWriter(std::ostream& output, std::function<void()> on_failure = {})
        : output_(output), on_failure_(std::move(on_failure)) {}

    // One line, or several separated by newlines that must stay together.
    void write(std::string_view text);

private:
    std::mutex mutex_;
    std::ostream& output_;
    std::function<void()> on_failure_;
};

}  // namespace skua
