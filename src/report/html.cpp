#include "report/html.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"

namespace skua {

namespace {

void add_escaped(std::string& text, char c) {
    switch (c) {
        case '&': text += "&amp;"; return;
        case '<': text += "&lt;"; return;
        case '>': text += "&gt;"; return;
        case '"': text += "&quot;"; return;
        case '\'': text += "&#39;"; return;
        default: break;
    }
    const auto code = static_cast<unsigned char>(c);
    const bool is_control = (code < 0x20 && c != '\n' && c != '\t') || code == 0x7F;
    if (is_control) {
        text += Utf8Replacement;
    } else {
        text += c;
    }
}

}  // namespace

std::string html(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) {
            result += Utf8Replacement;
        } else if (length == 1) {
            add_escaped(result, text.front());
        } else {
            result += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

std::string decimal(double number) {
    const long tenths = std::lround(std::abs(number) * 10);
    const std::string sign = number < 0 && tenths > 0 ? "-" : "";
    return sign + std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
}

}  // namespace skua
