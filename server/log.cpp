#include "server/log.h"

#include <chrono>
#include <ctime>
#include <random>

namespace skua::server {

std::string timestamp() {
    using namespace std::chrono;
    const auto now = system_clock::now();
    const std::time_t seconds = system_clock::to_time_t(now);
    const auto millis = duration_cast<milliseconds>(now.time_since_epoch()).count() % 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::string text(32, '\0');
    text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts));
    const std::string digits = std::to_string(1000 + millis);
    return text + '.' + digits.substr(1) + 'Z';
}

std::string random_name(std::size_t digits) {
    thread_local std::random_device device;
    std::string name;
    while (name.size() < digits) {
        auto bits = device();
        for (int i = 0; i < 8 && name.size() < digits; ++i, bits >>= 4) { name += "0123456789abcdef"[bits & 15U]; }
    }
    return name;
}

void Log::write(Level level, std::string_view message, std::initializer_list<Json::Member> more) {
    constexpr const char* Names[] = {"info", "warning", "error"};
    Json line =
        Json::object({{"time", timestamp()}, {"level", Names[static_cast<std::size_t>(level)]}, {"message", message}});
    for (const auto& [name, value] : more) { line.add(name, value); }
    const std::string text = line.text() + '\n';
    const std::lock_guard lock(mutex_);
    output_ << text << std::flush;
}

}  // namespace skua::server
