// Dates and times of day, where the user is.
#pragma once

#include <string>

namespace skua::cli {

// The present moment in a format of std::strftime: "%Y-%m-%d" is 2026-11-18.
std::string now_text(const char* format);

}  // namespace skua::cli
