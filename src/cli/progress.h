// How far a long analysis has come: on a terminal one line that is overwritten, elsewhere a line now and then.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "cli/streams.h"

namespace skua::cli {

// "45 s", "2:03", "1:02:03"
std::string duration_text(std::chrono::seconds time);

class Progress {
public:
    using Clock = std::chrono::steady_clock;

    // The number of all steps is 0 if nobody knows it.
    Progress(Streams& streams, std::size_t all_steps);

    // A piece of work begins, such as "game 2 of 5".
    void begin(const std::string& name);
    // So many steps of the present piece are done, of so many. `work` says what is done now.
    void advance(std::size_t done, std::size_t all, const std::string& work);
    // The present piece is complete.
    void end();
    // Removes the line, so that other output can take its place.
    void erase();

    // The time that is left, by the steps that took time so far; empty before there are some.
    [[nodiscard]] std::string time_left() const;

private:
    void show();

    Streams& streams_;
    std::size_t all_steps_;
    std::size_t steps_before_ = 0;  // in earlier pieces
    std::string name_;
    std::string work_;
    std::size_t done_ = 0;
    std::size_t all_ = 0;
    // Steps whose result was known already take no time, and say nothing about the others.
    std::size_t slow_steps_ = 0;
    std::chrono::duration<double> slow_time_{0};
    Clock::time_point last_step_;
    Clock::time_point last_shown_;
    bool is_open_ = false;
};

}  // namespace skua::cli
