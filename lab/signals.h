// Ctrl-C, heard when there is time for it.
#pragma once

#include <pthread.h>

#include <csignal>
#include <ctime>

namespace skua {

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
    ~HeldSignals() { release(); }

    // Takes one if it has come. The next one ends the program as usual: somebody is in a hurry.
    bool take() {
        const timespec no_time{};
        if (sigtimedwait(&held_, nullptr, &no_time) <= 0) { return false; }
        release();
        return true;
    }

private:
    void release() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    sigset_t held_{};
    sigset_t before_{};
};

}  // namespace skua
