#include "e2e/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace skua::e2e {

namespace {

// In the child: the terminal becomes its own, and then the program starts.
[[noreturn]] void become_program(const char* terminal, const winsize& size, char** arguments) {
    setsid();
    const int descriptor = open(terminal, O_RDWR);
    if (descriptor < 0) { _exit(126); }
    ioctl(descriptor, TIOCSCTTY, 0);
    ioctl(descriptor, TIOCSWINSZ, &size);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) { dup2(descriptor, standard); }
    execv(arguments[0], arguments);
    _exit(127);
}

}  // namespace

Terminal::Terminal(const std::vector<std::string>& arguments, int columns, int rows) {
    descriptor_ = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (descriptor_ < 0 || grantpt(descriptor_) != 0 || unlockpt(descriptor_) != 0) {
        throw std::runtime_error("can't make a terminal");
    }
    const std::string name = ptsname(descriptor_);
    winsize size{};
    size.ws_col = static_cast<unsigned short>(columns);
    size.ws_row = static_cast<unsigned short>(rows);
    std::vector<std::string> words{SKUA_BINARY};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) { argv.push_back(word.data()); }
    argv.push_back(nullptr);
    pid_ = fork();
    if (pid_ < 0) { throw std::runtime_error("can't fork"); }
    if (pid_ == 0) { become_program(name.c_str(), size, argv.data()); }
}

Terminal::~Terminal() {
    if (!has_ended_) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    close(descriptor_);
}

void Terminal::type(std::string_view keys) {
    while (!keys.empty()) {
        const ssize_t count = write(descriptor_, keys.data(), keys.size());
        if (count <= 0) { return; }
        keys.remove_prefix(static_cast<std::size_t>(count));
    }
}

bool Terminal::read_some(Clock::time_point deadline) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    pollfd wait{descriptor_, POLLIN, 0};
    if (left <= 0 || poll(&wait, 1, static_cast<int>(left)) <= 0) { return false; }
    std::array<char, 4096> buffer;
    const ssize_t count = read(descriptor_, buffer.data(), buffer.size());
    if (count <= 0) { return false; }
    screen_.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
}

bool Terminal::await(std::string_view text, milliseconds timeout) {
    const auto deadline = Clock::now() + timeout;
    for (;;) {
        if (const std::size_t found = screen_.find(text, seen_); found != std::string::npos) {
            seen_ = found + text.size();
            return true;
        }
        if (!read_some(deadline)) { return false; }
    }
}

int Terminal::wait_for_exit(milliseconds timeout) {
    const auto deadline = Clock::now() + timeout;
    while (read_some(deadline)) {}
    int status = 0;
    while (waitpid(pid_, &status, WNOHANG) == 0) {
        if (Clock::now() > deadline) { return -1000; }
        std::this_thread::sleep_for(milliseconds(5));
    }
    has_ended_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace skua::e2e
