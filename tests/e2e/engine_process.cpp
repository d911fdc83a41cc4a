#include "e2e/engine_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace skua::e2e {

namespace {

void require(bool condition, const char* what) {
    if (!condition) { throw std::runtime_error(std::string("can't ") + what); }
}

int milliseconds_left(Clock::time_point deadline) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1000 * 1000));
}

}  // namespace

std::string ExitStatus::text() const {
    return signal != 0 ? "killed by signal " + std::to_string(signal) : "exit code " + std::to_string(code);
}

EngineProcess::Pipe EngineProcess::make_pipe() {
    std::array<int, 2> ends{};
    // Closed in every program started later; the child gets copies that stay.
    require(pipe2(ends.data(), O_CLOEXEC) == 0, "make a pipe");
    return {ends[0], ends[1]};
}

void EngineProcess::close_end(int& descriptor) {
    if (descriptor >= 0) { close(descriptor); }
    descriptor = -1;
}

EngineProcess::EngineProcess(const std::vector<std::string>& arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    Pipe input = make_pipe();
    Pipe output = make_pipe();
    Pipe errors = make_pipe();
    Pipe life = make_pipe();
    std::vector<std::string> words{SKUA_BINARY};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) { argv.push_back(word.data()); }
    argv.push_back(nullptr);

    pid_ = fork();
    require(pid_ >= 0, "fork");
    if (pid_ == 0) {
        // Between fork and exec only what is allowed in a signal handler.
        std::signal(SIGPIPE, SIG_DFL);
        if (dup2(input.read, STDIN_FILENO) < 0 || dup2(output.write, STDOUT_FILENO) < 0 ||
            dup2(errors.write, STDERR_FILENO) < 0 || dup(life.write) < 0) {
            _exit(126);
        }
        execv(argv[0], argv.data());
        _exit(127);
    }
    close_end(input.read);
    close_end(output.write);
    close_end(errors.write);
    close_end(life.write);
    input_ = input.write;
    output_ = output.read;
    errors_ = errors.read;
    life_ = life.read;
    for (const int descriptor : {input_, output_, errors_}) {
        require(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0, "set up a pipe");
    }
}

EngineProcess::~EngineProcess() {
    kill();
    for (int* const descriptor : {&input_, &output_, &errors_, &life_}) { close_end(*descriptor); }
}

void EngineProcess::kill() {
    if (status_) { return; }
    ::kill(pid_, SIGKILL);
    reap();
}

void EngineProcess::reap() {
    if (status_) { return; }
    int status = 0;
    rusage usage{};
    while (wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {}
    ExitStatus result;
    result.when = Clock::now();
    if (WIFEXITED(status)) { result.code = WEXITSTATUS(status); }
    if (WIFSIGNALED(status)) { result.signal = WTERMSIG(status); }
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    result.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    status_ = result;
}

void EngineProcess::read_output() {
    std::array<char, 65536> buffer;
    for (;;) {
        const ssize_t count = read(output_, buffer.data(), buffer.size());
        if (count < 0) { return; }
        if (count == 0) { return close_end(output_); }
        const auto now = Clock::now();
        std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
        for (std::size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
            partial_ += bytes.substr(0, end);
            lines_.push_back({std::move(partial_), now});
            partial_.clear();
            bytes.remove_prefix(end + 1);
        }
        partial_ += bytes;
    }
}

void EngineProcess::read_errors() {
    std::array<char, 65536> buffer;
    for (;;) {
        const ssize_t count = read(errors_, buffer.data(), buffer.size());
        if (count < 0) { return; }
        if (count == 0) { return close_end(errors_); }
        error_text_.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

void EngineProcess::pump(Clock::time_point deadline, std::string_view* output) {
    // poll passes over negative descriptors.
    std::array<pollfd, 4> waits{pollfd{output_, POLLIN, 0}, pollfd{errors_, POLLIN, 0},
                                pollfd{status_ ? -1 : life_, POLLIN, 0},
                                pollfd{output != nullptr ? input_ : -1, POLLOUT, 0}};
    if (poll(waits.data(), waits.size(), milliseconds_left(deadline)) <= 0) { return; }
    if (waits[0].revents != 0) { read_output(); }
    if (waits[1].revents != 0) { read_errors(); }
    if (waits[2].revents != 0) {
        // Gone; what it said last may still lie in the pipes.
        reap();
        if (output_ >= 0) { read_output(); }
        if (errors_ >= 0) { read_errors(); }
    }
    if (waits[3].revents != 0) {
        const ssize_t count = write(input_, output->data(), output->size());
        if (count >= 0) {
            output->remove_prefix(static_cast<std::size_t>(count));
        } else if (errno != EAGAIN && errno != EINTR) {
            close_end(input_);
        }
    }
}

bool EngineProcess::send(std::string_view line) { return send_bytes(std::string(line) + '\n'); }

bool EngineProcess::send_bytes(std::string_view bytes) {
    const auto deadline = Clock::now() + Patience;
    while (!bytes.empty() && input_ >= 0 && Clock::now() < deadline) { pump(deadline, &bytes); }
    return bytes.empty();
}

void EngineProcess::close_input() { close_end(input_); }

void EngineProcess::close_output() { close_end(output_); }

std::optional<Line> EngineProcess::read_line(milliseconds timeout) {
    const auto deadline = Clock::now() + timeout;
    while (lines_.empty() && output_ >= 0 && Clock::now() < deadline) { pump(deadline, nullptr); }
    if (lines_.empty()) { return std::nullopt; }
    Line line = std::move(lines_.front());
    lines_.pop_front();
    return line;
}

std::optional<std::vector<Line>> EngineProcess::read_until(std::string_view start, milliseconds timeout) {
    const auto deadline = Clock::now() + timeout;
    for (std::size_t seen = 0;;) {
        for (; seen < lines_.size(); ++seen) {
            if (!lines_[seen].text.starts_with(start)) { continue; }
            std::vector<Line> result;
            for (std::size_t i = 0; i <= seen; ++i) {
                result.push_back(std::move(lines_.front()));
                lines_.pop_front();
            }
            return result;
        }
        if (output_ < 0 || Clock::now() >= deadline) { return std::nullopt; }
        pump(deadline, nullptr);
    }
}

std::vector<Line> EngineProcess::read_for(milliseconds time) {
    const auto deadline = Clock::now() + time;
    while (output_ >= 0 && Clock::now() < deadline) { pump(deadline, nullptr); }
    std::vector<Line> result(std::make_move_iterator(lines_.begin()), std::make_move_iterator(lines_.end()));
    lines_.clear();
    return result;
}

std::optional<ExitStatus> EngineProcess::wait_for_exit(milliseconds timeout) {
    const auto deadline = Clock::now() + timeout;
    while (!status_ && Clock::now() < deadline) { pump(deadline, nullptr); }
    return status_;
}

bool EngineProcess::running() {
    pump(Clock::now(), nullptr);
    return !status_;
}

const std::string& EngineProcess::errors() {
    pump(Clock::now(), nullptr);
    return error_text_;
}

double EngineProcess::cpu_seconds() const {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    // The name, in brackets, may contain blanks; user and system time are fields 12 and 13 after it.
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos) { return 0; }
    std::istringstream fields(text.substr(name_end + 1));
    std::string skipped;
    for (int i = 0; i < 11; ++i) { fields >> skipped; }
    double user = 0;
    double system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::size_t EngineProcess::resident_bytes() const {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    file >> total >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

double percentile(std::vector<double> values, double share) {
    if (values.empty()) { return 0; }
    std::sort(values.begin(), values.end());
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
}

double between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

}  // namespace skua::e2e
