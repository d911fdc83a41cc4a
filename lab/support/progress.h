// Progress output of long work: on a terminal one line that is overwritten, elsewhere a line every half minute.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

namespace skua::lab {

// Minutes and seconds, with hours before them if there are any: "1:02:03", "2:03".
inline std::string duration_text(double seconds) {
    const long long whole = std::llround(seconds);
    std::ostringstream text;
    if (whole >= 3600) { text << whole / 3600 << ':' << std::setw(2) << std::setfill('0'); }
    text << whole / 60 % 60 << ':' << std::setw(2) << std::setfill('0') << whole % 60;
    return text.str();
}

class ProgressLine {
public:
    // Is it time for another line? Callers ask before they make the text.
    [[nodiscard]] bool due() const { return std::chrono::steady_clock::now() >= next_; }
    void show(const std::string& text) {
        next_ = std::chrono::steady_clock::now() + pause();
        // The escape code erases the rest of a longer line.
        std::cerr << (on_terminal_ ? "\r" + text + "\x1b[K" : text + '\n') << std::flush;
        open_ = on_terminal_;
    }
    // Removes the line; the next output takes its place.
    void erase() {
        if (open_) { std::cerr << "\r\x1b[K"; }
        open_ = false;
    }
    // Keeps the line; the next output stands below it.
    void finish() {
        if (open_) { std::cerr << '\n'; }
        open_ = false;
    }

private:
    [[nodiscard]] std::chrono::seconds pause() const { return std::chrono::seconds(on_terminal_ ? 1 : 30); }

    const bool on_terminal_ = isatty(STDERR_FILENO) != 0;
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + pause();
    bool open_ = false;
};

}  // namespace skua::lab
