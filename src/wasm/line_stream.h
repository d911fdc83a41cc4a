// A stream whose text goes to a function.
#pragma once

#include <functional>
#include <ostream>
#include <streambuf>
#include <string>
#include <utility>

namespace skua::wasm {

// Hands over what was written since the last time, without the end of its last line, whenever it is flushed.
class LineStream : public std::ostream {
public:
    using Receiver = std::function<void(const std::string& text)>;

    explicit LineStream(Receiver receiver) : std::ostream(nullptr), buffer_(std::move(receiver)) { rdbuf(&buffer_); }

private:
    class Buffer : public std::streambuf {
    public:
        explicit Buffer(Receiver receiver) : receiver_(std::move(receiver)) {}

    protected:
        int_type overflow(int_type c) override {
            if (!traits_type::eq_int_type(c, traits_type::eof())) { text_ += traits_type::to_char_type(c); }
            return traits_type::not_eof(c);
        }
        std::streamsize xsputn(const char* text, std::streamsize count) override {
            text_.append(text, static_cast<std::size_t>(count));
            return count;
        }
        int sync() override {
            if (text_.empty()) { return 0; }
            if (text_.back() == '\n') { text_.pop_back(); }
            receiver_(std::exchange(text_, {}));
            return 0;
        }

    private:
        Receiver receiver_;
        std::string text_;
    };

    Buffer buffer_;
};

}  // namespace skua::wasm
