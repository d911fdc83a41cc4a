#include "cli/calendar.h"

#include <array>
#include <ctime>

namespace skua::cli {

std::string now_text(const char* format) {
    const std::time_t now = std::time(nullptr);
    std::array<char, 64> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), format, std::localtime(&now));
    return {text.data(), length};
}

}  // namespace skua::cli
