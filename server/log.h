// The log: one JSON object in each line, for people and for programs that collect them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

#include "base/json.h"

namespace skua::server {

enum class Level : std::uint8_t { Info, Warning, Error };

// Safe from all threads.
class Log {
public:
    explicit Log(std::ostream& output) : output_(output) {}

    // {"time", "level", "message", and these}
    void write(Level level, std::string_view message, std::initializer_list<Json::Member> more = {});
    void info(std::string_view message, std::initializer_list<Json::Member> more = {}) {
        write(Level::Info, message, more);
    }
    void warning(std::string_view message, std::initializer_list<Json::Member> more = {}) {
        write(Level::Warning, message, more);
    }

private:
    std::mutex mutex_;
    std::ostream& output_;
};

// The present moment as RFC 3339 writes it, in UTC: "2026-11-18T16:17:46.123Z".
std::string timestamp();

// Random hexadecimal digits from the system, for names that nobody can guess.
std::string random_name(std::size_t digits);

}  // namespace skua::server
