#include "base/console.h"

#include <ios>
#include <streambuf>
#include <utility>

namespace skua {

namespace {

// Treats an input that fails (a terminal or connection that was closed) as ended.
std::streambuf::int_type next_byte(std::streambuf& buffer) {
    try {
        return buffer.sbumpc();
    } catch (const std::ios_base::failure&) { return std::streambuf::traits_type::eof(); }
}

}  // namespace

LineReader::Outcome LineReader::next(std::string& line) {
    using Traits = std::streambuf::traits_type;
    line.clear();
    std::streambuf* const buffer = input_.rdbuf();
    bool too_long = false;
    bool anything = false;
    for (;;) {
        const Traits::int_type c = next_byte(*buffer);
        if (Traits::eq_int_type(c, Traits::eof())) {
            if (!anything) { return Outcome::End; }
            break;
        }
        anything = true;
        if (c == '\n') { break; }
        if (line.size() < MaxLength) {
            line += Traits::to_char_type(c);
        } else {
            too_long = true;
        }
    }
    if (too_long) {
        line.clear();
        return Outcome::TooLong;
    }
    if (!line.empty() && line.back() == '\r') { line.pop_back(); }
    return Outcome::Line;
}

void LineWriter::write(std::string_view text) {
    const std::lock_guard lock(mutex_);
    output_ << text << '\n' << std::flush;
    if (!output_ && on_failure_) { std::exchange(on_failure_, nullptr)(); }
}

}  // namespace skua
