// A GUI for tests: talks to an XBoard in the same process, line by line.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <istream>
#include <mutex>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "xboard/xboard.h"

namespace skua {

// A pipe between two threads: what one writes, the other reads, and waits for.
class PipeBuffer : public std::streambuf {
public:
    void send(std::string_view text) {
        {
            const std::lock_guard lock(mutex_);
            text_ += text;
        }
        changed_.notify_all();
    }
    void close() {
        {
            const std::lock_guard lock(mutex_);
            closed_ = true;
        }
        changed_.notify_all();
    }
    // A whole line without its end; nothing when none comes in time.
    std::optional<std::string> next_line(std::chrono::milliseconds patience) {
        std::unique_lock lock(mutex_);
        std::size_t end = std::string::npos;
        changed_.wait_for(lock, patience, [&] { return (end = text_.find('\n')) != std::string::npos; });
        if (end == std::string::npos) { return std::nullopt; }
        std::string line = text_.substr(0, end);
        text_.erase(0, end + 1);
        return line;
    }

protected:
    int_type underflow() override {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return closed_ || !text_.empty(); });
        if (text_.empty()) { return traits_type::eof(); }
        window_ = std::exchange(text_, {});
        setg(window_.data(), window_.data(), window_.data() + window_.size());
        return traits_type::to_int_type(window_.front());
    }
    int_type overflow(int_type c) override {
        const char letter = traits_type::to_char_type(c);
        send({&letter, 1});
        return c;
    }
    std::streamsize xsputn(const char* text, std::streamsize count) override {
        send({text, static_cast<std::size_t>(count)});
        return count;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::string text_;
    std::string window_;
    bool closed_ = false;
};

class Conversation {
public:
    // No healthy engine needs so long, even on a busy machine and with sanitizers.
    static constexpr std::chrono::seconds Patience{60};

    Conversation() : input_(&input_pipe_), output_(&output_pipe_), writer_(output_), reader_(input_), xboard_(writer_) {
        thread_ = std::thread([this] { xboard_.run(reader_); });
    }
    ~Conversation() { end(); }

    void send(std::string_view lines) { input_pipe_.send(std::string(lines) + '\n'); }

    // The next line.
    std::string read() { return output_pipe_.next_line(Patience).value_or("<nothing>"); }
    // The lines up to and with the first that starts like this.
    std::vector<std::string> read_until(std::string_view start) {
        std::vector<std::string> lines;
        while (std::optional<std::string> line = output_pipe_.next_line(Patience)) {
            lines.push_back(*std::move(line));
            if (lines.back().starts_with(start)) { return lines; }
        }
        ADD_FAILURE() << "waited in vain for " << start;
        return lines;
    }
    // All that has been said by the time everything sent before is done; for an engine that is not thinking.
    std::vector<std::string> read_all() {
        const std::string number = std::to_string(++pings_);
        send("ping " + number);
        std::vector<std::string> lines = read_until("pong " + number);
        lines.pop_back();
        return lines;
    }
    // What follows "move "; thinking lines before it are skipped.
    std::string read_move() {
        const std::vector<std::string> lines = read_until("move ");
        return lines.empty() ? "" : lines.back().substr(5);
    }
    // Ends the input and waits for the end of run(). All that was said since.
    std::vector<std::string> end() {
        input_pipe_.close();
        if (thread_.joinable()) { thread_.join(); }
        std::vector<std::string> lines;
        while (std::optional<std::string> line = output_pipe_.next_line({})) { lines.push_back(*std::move(line)); }
        return lines;
    }
    // Waits for the end of run() after `quit`.
    void await_end() { thread_.join(); }

private:
    PipeBuffer input_pipe_;
    PipeBuffer output_pipe_;
    std::istream input_;
    std::ostream output_;
    LineWriter writer_;
    LineReader reader_;
    XBoard xboard_;
    std::thread thread_;
    int pings_ = 1000;
};

}  // namespace skua
