// A value, or the reason in words why there is none. All outside input is read into a Result.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace skua {

struct Error {
    std::string message;
};

template <typename Value>
class [[nodiscard]] Result {
public:
    Result(Value value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const Value& value() const& {
        assert(ok());
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] Value& value() & {
        assert(ok());
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] Value&& value() && {
        assert(ok());
        return std::move(*std::get_if<0>(&state_));
    }
    const Value& operator*() const& { return value(); }
    Value& operator*() & { return value(); }
    Value&& operator*() && { return std::move(*this).value(); }
    const Value* operator->() const { return &value(); }
    Value* operator->() { return &value(); }

    [[nodiscard]] const std::string& error() const {
        assert(!ok());
        return std::get_if<1>(&state_)->message;
    }

private:
    std::variant<Value, Error> state_;
};

}  // namespace skua
