// Options of an engine or of a front end, each described once: lists of options, the checks of values and the README's
// table come from here.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace skua {

// Carries out a change that was found valid. It may still fail, with a reason, and then nothing has changed.
using OptionChange = std::function<std::optional<Error>()>;

// Takes a valid value, or refuses it with a reason.
template <typename Value>
using OptionSetter = std::function<std::optional<Error>(const Value&)>;

struct CheckOption {
    bool initial = false;
    bool value = initial;
    OptionSetter<bool> set;
};

struct SpinOption {
    std::int64_t initial = 0;
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::int64_t value = initial;
    OptionSetter<std::int64_t> set;
};

struct ButtonOption {
    std::function<void()> press;
};

struct TextOption {
    std::string initial;
    std::string value = initial;
    // Does all that can fail before anything changes, such as reading a file.
    std::function<Result<OptionChange>(const std::string&)> prepare;
};

struct ComboOption {
    std::string initial;
    std::vector<std::string> choices;
    std::string value = initial;
    OptionSetter<std::string> set;  // gets one of the choices as it is written here
};

struct Option {
    std::string name;
    std::string meaning;  // for people, in a few words
    std::variant<CheckOption, SpinOption, ButtonOption, TextOption, ComboOption> kind;

    // The current value and the default, as UCI writes them: "true", "16", "<empty>"; a button has neither.
    [[nodiscard]] std::string value() const;
    [[nodiscard]] std::string initial() const;
};

class Options {
public:
    Options() = default;
    Options(const Options&) = delete;
    Options& operator=(const Options&) = delete;

    // ---------------------------------------------------------------- bound to a variable, whose value is the default
    // The variable must outlive the options.
    void add_check(std::string name, bool& variable, std::string meaning);
    template <typename Integer>
    void add_spin(std::string name, Integer& variable, std::int64_t low, std::int64_t high, std::string meaning) {
        add_spin(std::move(name), variable, low, high, std::move(meaning),
                 [&variable](std::int64_t value) -> std::optional<Error> {
                     variable = static_cast<Integer>(value);
                     return std::nullopt;
                 });
    }

    // ---------------------------------------------------------------- with a function that carries out the change
    void add_check(std::string name, bool initial, std::string meaning, OptionSetter<bool> set);
    void add_spin(std::string name, std::int64_t initial, std::int64_t low, std::int64_t high, std::string meaning,
                  OptionSetter<std::int64_t> set);
    void add_button(std::string name, std::string meaning, std::function<void()> press);
    void add_text(std::string name, const std::string& initial, std::string meaning,
                  std::function<Result<OptionChange>(const std::string&)> prepare);
    void add_combo(std::string name, const std::string& initial, std::vector<std::string> choices, std::string meaning,
                   OptionSetter<std::string> set);

    // ---------------------------------------------------------------- reading and changing
    [[nodiscard]] const std::deque<Option>& all() const { return options_; }
    // Names are compared without regard to case. Null when there is no such option.
    [[nodiscard]] const Option* find(std::string_view name) const;
    // Validates the value and changes nothing yet: call the result to apply it. It must not outlive the options.
    [[nodiscard]] Result<OptionChange> prepare(std::string_view name, std::string_view value);
    // Returns the reason when the value was refused; then the option keeps its value.
    std::optional<Error> set(std::string_view name, std::string_view value);

private:
    std::deque<Option> options_;  // their addresses stay the same
};

}  // namespace skua
