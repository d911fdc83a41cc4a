// Ctrl-C and SIGTERM, handled at moments when the program can react to them.
#pragma once

#include <pthread.h>

#include <csignal>
#include <ctime>

namespace skua::lab {

// While it lives, SIGINT and SIGTERM don't end the program; received() reports them. Threads started meanwhile don't
// receive them either.
class SignalGuard {
public:
    SignalGuard() {
        sigemptyset(&held_);
        sigaddset(&held_, SIGINT);
        sigaddset(&held_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &held_, &before_);
    }
    SignalGuard(const SignalGuard&) = delete;
    SignalGuard& operator=(const SignalGuard&) = delete;
    // A signal that arrived too late is dropped: the work that it would have ended is done.
    ~SignalGuard() {
        while (take()) {}
        release();
    }

    // True once, when a signal has arrived; from then on the next one ends the program as usual. Only the thread that
    // made the guard may call it.
    bool received() {
        if (!take()) { return false; }
        release();
        return true;
    }

private:
    bool take() {
        const timespec no_time{};
        return sigtimedwait(&held_, nullptr, &no_time) > 0;
    }
    void release() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    sigset_t held_{};
    sigset_t before_{};
};

// Delays SIGINT and SIGTERM until it is destroyed; then they do what they do otherwise. For work that would leave
// something behind.
class SignalDelay {
public:
    SignalDelay() {
        sigset_t delayed{};
        sigemptyset(&delayed);
        sigaddset(&delayed, SIGINT);
        sigaddset(&delayed, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &delayed, &before_);
    }
    SignalDelay(const SignalDelay&) = delete;
    SignalDelay& operator=(const SignalDelay&) = delete;
    ~SignalDelay() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    // Has one arrived that no other guard holds back?
    [[nodiscard]] bool has_delayed() const {
        sigset_t pending{};
        sigpending(&pending);
        const auto is_delayed = [&](int signal) {
            return sigismember(&pending, signal) == 1 && sigismember(&before_, signal) == 0;
        };
        return is_delayed(SIGINT) || is_delayed(SIGTERM);
    }

private:
    sigset_t before_{};
};

}  // namespace skua::lab
