// Why a request is not carried out: a status of HTTP, a code for programs and a sentence for people.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "base/json.h"

namespace skua::server {

struct Refusal {
    int status = 422;
    std::string code;        // "bad_field"
    std::string message;     // one sentence
    std::string field = {};  // what it is about, "limits.nodes"; empty if it is about no field
    int retry_after = 0;     // seconds, for 429 and 503; 0: trying again makes no sense
};

// A value, or why there is none.
template <typename Value>
class [[nodiscard]] Checked {
public:
    Checked(Value value) : state_(std::in_place_index<0>, std::move(value)) {}
    Checked(Refusal refusal) : state_(std::in_place_index<1>, std::move(refusal)) {}

    explicit operator bool() const { return state_.index() == 0; }
    const Value& operator*() const& { return std::get<0>(state_); }
    Value& operator*() & { return std::get<0>(state_); }
    Value&& operator*() && { return std::get<0>(std::move(state_)); }
    const Value* operator->() const { return &std::get<0>(state_); }
    Value* operator->() { return &std::get<0>(state_); }
    [[nodiscard]] const Refusal& refusal() const { return std::get<1>(state_); }

private:
    std::variant<Value, Refusal> state_;
};

// {"code", "message", "field" or null}
inline Json to_json(const Refusal& refusal) {
    return Json::object({{"code", refusal.code},
                         {"message", refusal.message},
                         {"field", refusal.field.empty() ? Json() : Json(refusal.field)}});
}

}  // namespace skua::server
