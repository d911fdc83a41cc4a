// Ctrl-C, heard when there is time for it.
#pragma once

#include <pthread.h>

#include <csignal>
#include <ctime>

namespace skua::lab {

// While it lives, SIGINT and SIGTERM don't end the program but are told when asked for; threads started meanwhile don't
// see them either.
class HeldSignals {
public:
    HeldSignals() {
        sigemptyset(&held_);
        sigaddset(&held_, SIGINT);
        sigaddset(&held_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &held_, &before_);
    }
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;
    // One that came too late to matter is forgotten: what it would have ended is done.
    ~HeldSignals() {
        while (has_come()) {}
        release();
    }

    // Takes one if it has come. The next one ends the program as usual: somebody is in a hurry. Only for the thread
    // that holds them.
    bool take() {
        if (!has_come()) { return false; }
        release();
        return true;
    }

private:
    bool has_come() {
        const timespec no_time{};
        return sigtimedwait(&held_, nullptr, &no_time) > 0;
    }
    void release() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    sigset_t held_{};
    sigset_t before_{};
};

}  // namespace skua::lab
