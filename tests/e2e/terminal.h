// The real program in a terminal of its own, as a person has it.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "e2e/engine_process.h"

namespace skua::e2e {

// Starts the program on a pseudo-terminal, and kills it when destroyed.
class Terminal {
public:
    Terminal(const std::vector<std::string>& arguments, int columns, int rows);
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;
    ~Terminal();

    // Types these characters: "\r" is the Enter key, "\x03" Ctrl-C, "\x04" Ctrl-D.
    void type(std::string_view keys);
    // Reads until the screen has got this text since the last call. False when it does not come in time.
    bool await(std::string_view text, milliseconds timeout = Patience);
    // The exit code, or minus the signal that ended it; -1000 when it does not end in time.
    int wait_for_exit(milliseconds timeout = Patience);
    // All that was written to the screen.
    [[nodiscard]] const std::string& screen() const { return screen_; }

private:
    // Reads what there is; false at the end.
    bool read_some(Clock::time_point deadline);

    pid_t pid_ = -1;
    int descriptor_ = -1;
    std::string screen_;
    std::size_t seen_ = 0;
    bool has_ended_ = false;
};

}  // namespace skua::e2e
