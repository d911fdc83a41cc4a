#include "base/json.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

#include "base/utf8.h"

namespace skua {

namespace {

void write_escaped(std::string& text, char c) {
    constexpr std::string_view Special = "\"\\\b\f\n\r\t";
    constexpr std::string_view Letters = "\"\\bfnrt";
    constexpr std::string_view Digits = "0123456789abcdef";
    const std::size_t index = Special.find(c);
    const auto code = static_cast<unsigned char>(c);
    if (index != std::string_view::npos) {
        text += '\\';
        text += Letters[index];
    } else if (code < 0x20 || code == 0x7F) {
        text += "\\u00";
        text += Digits[code >> 4];
        text += Digits[code & 15];
    } else {
        text += c;
    }
}

void write_string(std::string& text, std::string_view value) {
    text += '"';
    while (!value.empty()) {
        const std::size_t length = utf8_length(value);
        if (length == 0) {
            text += Utf8Replacement;
        } else if (length == 1) {
            write_escaped(text, value.front());
        } else {
            text += value.substr(0, length);
        }
        value.remove_prefix(std::max<std::size_t>(length, 1));
    }
    text += '"';
}

// The shortest text that reads as the same number, whatever the user's locale.
std::string number_text(double value) {
    std::string text;
    for (int digits = std::numeric_limits<double>::digits10; digits <= std::numeric_limits<double>::max_digits10;
         ++digits) {
        std::ostringstream out;
        out.imbue(std::locale::classic());
        out.precision(digits);
        out << value;
        text = out.str();
        std::istringstream in(text);
        in.imbue(std::locale::classic());
        double same = 0;
        if (in >> same && same == value) { break; }
    }
    return text;
}

}  // namespace

Json Json::object(std::initializer_list<Member> members) {
    Json json = object();
    for (const auto& [key, value] : members) { json.add(key, value); }
    return json;
}

void Json::add(Json element) {
    assert(std::holds_alternative<Array>(value_));
    std::get<Array>(value_).push_back(std::move(element));
}

void Json::add(std::string_view key, Json value) {
    assert(std::holds_alternative<Object>(value_));
    Object& members = std::get<Object>(value_);
    members.keys.emplace_back(key);
    members.values.push_back(std::move(value));
}

std::string Json::text() const {
    std::string text;
    write(text);
    return text;
}

void Json::write(std::string& text) const {
    if (const bool* const flag = std::get_if<bool>(&value_)) {
        text += *flag ? "true" : "false";
    } else if (const auto* const number = std::get_if<std::int64_t>(&value_)) {
        text += std::to_string(*number);
    } else if (const auto* const natural = std::get_if<std::uint64_t>(&value_)) {
        text += std::to_string(*natural);
    } else if (const double* const real = std::get_if<double>(&value_)) {
        text += std::isfinite(*real) ? number_text(*real) : "null";
    } else if (const auto* const words = std::get_if<std::string>(&value_)) {
        write_string(text, *words);
    } else if (const auto* const elements = std::get_if<Array>(&value_)) {
        text += '[';
        for (const Json& element : *elements) {
            if (&element != elements->data()) { text += ", "; }
            element.write(text);
        }
        text += ']';
    } else if (const auto* const members = std::get_if<Object>(&value_)) {
        text += '{';
        for (std::size_t i = 0; i < members->keys.size(); ++i) {
            if (i > 0) { text += ", "; }
            write_string(text, members->keys[i]);
            text += ": ";
            members->values[i].write(text);
        }
        text += '}';
    } else {
        text += "null";
    }
}

}  // namespace skua
