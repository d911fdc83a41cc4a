// The real program at the other end of pipes.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skua::e2e {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Sanitizers make everything slower: times that are waited for are stretched by the factor, repetitions are fewer.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int Slowness = 10;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr int Slowness = 10;
#else
inline constexpr int Slowness = 1;
#endif
#else
inline constexpr int Slowness = 1;
#endif

// A length of time that no healthy program needs, even on a busy machine.
inline constexpr milliseconds Patience{20000 * (Slowness > 1 ? 3 : 1)};

struct Line {
    std::string text;
    Clock::time_point when;  // read by us
};

struct ExitStatus {
    int code = -1;   // if it ended by itself
    int signal = 0;  // if it was killed
    double cpu_seconds = 0;
    Clock::time_point when;

    [[nodiscard]] bool clean() const { return code == 0 && signal == 0; }
    [[nodiscard]] std::string text() const;
};

// Starts the program and talks to it; kills it when destroyed. Nothing here waits busily, and nothing deadlocks when
// both sides write: while we write, we read.
class EngineProcess {
public:
    explicit EngineProcess(const std::vector<std::string>& arguments = {});
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;
    ~EngineProcess();

    // A line, and bytes as they are. False when the program no longer reads.
    bool send(std::string_view line);
    bool send_bytes(std::string_view bytes);
    void close_input();
    // Acts as if the reader of the program's output were gone.
    void close_output();

    // The next line of its output; nothing at its end or when the time is over.
    std::optional<Line> read_line(milliseconds timeout = Patience);
    // Lines up to and with one that starts like this; nothing when it does not come in time. What was read until then
    // stays in the queue.
    std::optional<std::vector<Line>> read_until(std::string_view start, milliseconds timeout = Patience);
    // Lines that come within the time.
    std::vector<Line> read_for(milliseconds time);
    // Nothing when it does not end in time.
    std::optional<ExitStatus> wait_for_exit(milliseconds timeout = Patience);
    void kill();

    [[nodiscard]] bool running();
    [[nodiscard]] pid_t pid() const { return pid_; }
    // What it wrote to its standard error so far.
    [[nodiscard]] const std::string& errors();
    // Figures of the running program.
    [[nodiscard]] double cpu_seconds() const;
    [[nodiscard]] std::size_t resident_bytes() const;

private:
    struct Pipe {
        int read = -1;
        int write = -1;
    };
    static Pipe make_pipe();
    static void close_end(int& descriptor);

    // Sleeps until something happens or the time is over, and reads or writes what can be. `output` may be null.
    void pump(Clock::time_point deadline, std::string_view* output);
    void read_output();
    void read_errors();
    void reap();

    pid_t pid_ = -1;
    int input_ = -1;   // we write to it
    int output_ = -1;  // we read from it
    int errors_ = -1;
    int life_ = -1;  // closed by the system when the program has ended
    std::string partial_;
    std::deque<Line> lines_;
    std::string error_text_;
    std::optional<ExitStatus> status_;
};

// What share of the sorted values lies at or below; 0.99 for the 99th percentile.
double percentile(std::vector<double> values, double share);
// In milliseconds.
double between(Clock::time_point from, Clock::time_point to);

}  // namespace skua::e2e
