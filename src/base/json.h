// JSON text, made from values: the only writer of JSON in the program.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace skua {

// A JSON value with its members, if it has any. Its text is always valid JSON, because brackets, commas and quotes are
// written in one place from the finished value.
class Json {
public:
    using Member = std::pair<std::string_view, Json>;

    Json(std::nullptr_t = nullptr) {}
    Json(bool value) : value_(value) {}
    template <std::integral Integer>
    Json(Integer value) {
        if constexpr (std::is_signed_v<Integer>) {
            value_ = static_cast<std::int64_t>(value);
        } else {
            value_ = static_cast<std::uint64_t>(value);
        }
    }
    // JSON has no infinity and no NaN: both are written as null.
    Json(double value) : value_(value) {}
    // Any bytes; what is not valid UTF-8 is written as U+FFFD.
    template <typename Text>
        requires std::convertible_to<const Text&, std::string_view> Json(const Text& text)
            : value_(std::string(std::string_view(text))) {}

        [[nodiscard]] static Json array() { return Json(Array()); }
        // The members keep their order. Keys must differ.
        [[nodiscard]] static Json object() { return Json(Object()); }
        [[nodiscard]] static Json object(std::initializer_list<Member> members);

        // Appends to an array.
        void add(Json element);
        // Appends to an object.
        void add(std::string_view key, Json value);

        // One line: {"a": 1, "b": [true, null]}
        [[nodiscard]] std::string text() const;

    private:
        using Array = std::vector<Json>;
        struct Object {
            std::vector<std::string> keys;
            std::vector<Json> values;
        };

        explicit Json(Array elements) : value_(std::move(elements)) {}
        explicit Json(Object members) : value_(std::move(members)) {}
        void write(std::string& text) const;

        std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value_;
};

}  // namespace skua
