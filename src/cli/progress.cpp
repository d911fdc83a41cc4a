#include "cli/progress.h"

#include <algorithm>
#include <cmath>

#include "base/platform.h"

namespace skua::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto BetweenLines = 30s;      // where each is a line of its own
constexpr auto BetweenUpdates = 100ms;  // on a terminal
constexpr std::chrono::duration<double> SlowStep = 2ms;
constexpr std::size_t LongestBar = 30;
constexpr std::size_t RoomForText = 60;

std::string two_digits(std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); }

// "[=====>    ]"
std::string bar(double share, std::size_t width) {
    const auto full = static_cast<std::size_t>(share * static_cast<double>(width));
    std::string text(std::min(full, width), '=');
    if (text.size() < width) { text += '>'; }
    text.resize(width, ' ');
    return '[' + text + ']';
}

}  // namespace

std::string duration_text(std::chrono::seconds time) {
    const std::int64_t seconds = time.count();
    if (seconds < 60) { return std::to_string(seconds) + " s"; }
    const std::string minutes_on = two_digits(seconds / 60 % 60) + ':' + two_digits(seconds % 60);
    if (seconds < 3600) { return minutes_on[0] == '0' ? minutes_on.substr(1) : minutes_on; }
    return std::to_string(seconds / 3600) + ':' + minutes_on;
}

Progress::Progress(Streams& streams, std::size_t all_steps)
    : streams_(streams), all_steps_(all_steps), last_step_(Clock::now()), last_shown_(last_step_) {}

void Progress::begin(const std::string& name) {
    name_ = name;
    done_ = 0;
    all_ = 0;
    work_.clear();
    last_step_ = Clock::now();
    if (streams_.shows_progress_line) { show(); }
}

void Progress::advance(std::size_t done, std::size_t all, const std::string& work) {
    work_ = work;
    const Clock::time_point now = Clock::now();
    if (now - last_step_ >= SlowStep) {
        ++slow_steps_;
        slow_time_ += now - last_step_;
    }
    last_step_ = now;
    done_ = done;
    all_ = all;
    const bool is_due = streams_.shows_progress_line ? now - last_shown_ >= BetweenUpdates || done == all
                                                     : now - last_shown_ >= BetweenLines;
    if (is_due) { show(); }
}

void Progress::end() {
    steps_before_ += all_;
    done_ = 0;
    all_ = 0;
}

void Progress::erase() {
    if (is_open_) { streams_.errors << "\r\x1b[K" << std::flush; }
    is_open_ = false;
}

std::string Progress::time_left() const {
    const std::size_t done = all_steps_ > 0 ? steps_before_ + done_ : done_;
    const std::size_t all = all_steps_ > 0 ? all_steps_ : all_;
    if (slow_steps_ == 0 || all == 0) { return ""; }
    const std::size_t left = all - std::min(done, all);
    const double seconds = slow_time_.count() / static_cast<double>(slow_steps_) * static_cast<double>(left);
    return duration_text(std::chrono::seconds(std::llround(seconds)));
}

void Progress::show() {
    last_shown_ = Clock::now();
    std::string text = name_;
    if (!work_.empty()) { text += ", " + work_; }
    if (const std::string left = time_left(); !left.empty()) { text += ", " + left + " left"; }
    if (!streams_.shows_progress_line) {
        streams_.errors << text << '\n' << std::flush;
        return;
    }
    const std::size_t done = all_steps_ > 0 ? steps_before_ + done_ : done_;
    const std::size_t all = all_steps_ > 0 ? all_steps_ : all_;
    const double share = all == 0 ? 0 : static_cast<double>(std::min(done, all)) / static_cast<double>(all);
    // The last column stays free: some terminals break the line there.
    const auto width = static_cast<std::size_t>(std::max(platform::terminal_width() - 1, 1));
    const std::string percent = std::to_string(static_cast<int>(share * 100)) + " %";
    std::string line = std::string(percent.size() < 5 ? 5 - percent.size() : 0, ' ') + percent + "  " + text;
    if (width > RoomForText) { line = bar(share, std::min(LongestBar, width - RoomForText)) + line; }
    line.resize(std::min(line.size(), width));
    streams_.errors << '\r' << line << "\x1b[K" << std::flush;
    is_open_ = true;
}

}  // namespace skua::cli
