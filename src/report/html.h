// Text as part of an HTML page, and numbers as it writes them.
#pragma once

#include <string>
#include <string_view>

namespace skua {

// The text with all that means something in HTML escaped, for element content and for attributes in double quotes. What
// is not valid UTF-8, and control characters, become U+FFFD.
std::string html(std::string_view text);

// One decimal: "12.3".
std::string decimal(double number);

}  // namespace skua
