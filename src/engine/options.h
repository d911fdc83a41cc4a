// Options of the engine, each described once: the UCI list, the checks of values and the README's table come from here.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace skua {

// Carries out what was found possible; may still refuse, with a reason, and then changes nothing.
using OptionChange = std::function<std::optional<Error>()>;

struct Option {
    enum class Kind : std::uint8_t { Check, Spin, Button, Text, Combo };

    std::string name;
    Kind kind = Kind::Spin;
    std::string meaning;
    std::string initial;  // the default, as UCI writes it
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::vector<std::string> choices;  // of a combo
    // Of a text: see Options::prepare.
    std::function<Result<OptionChange>(const std::string&)> prepare_text;
    // Takes a checked value (of the kind's type); may still refuse, with a reason.
    std::function<std::optional<Error>(bool)> set_check;
    std::function<std::optional<Error>(std::int64_t)> set_spin;
    std::function<std::optional<Error>(const std::string&)> set_choice;
    std::function<void()> press;
};

// The value of a text option: UCI writes nothing as "<empty>".
std::string text_of(std::string_view value);

class Options {
public:
    void add_check(std::string name, bool initial, std::string meaning, std::function<std::optional<Error>(bool)> set);
    void add_spin(std::string name, std::int64_t initial, std::int64_t low, std::int64_t high, std::string meaning,
                  std::function<std::optional<Error>(std::int64_t)> set);
    void add_button(std::string name, std::string meaning, std::function<void()> press);
    void add_text(std::string name, std::string initial, std::string meaning,
                  std::function<std::optional<Error>(const std::string&)> set);
    // The same where much can be wrong with a text, or much is to do before anything changes.
    void add_prepared_text(std::string name, std::string initial, std::string meaning,
                           std::function<Result<OptionChange>(const std::string&)> prepare);
    // `set` gets one of the choices as it is written here.
    void add_combo(std::string name, std::string initial, std::vector<std::string> choices, std::string meaning,
                   std::function<std::optional<Error>(const std::string&)> set);

    // Names are compared without regard to case. The change to this value, or the reason why there is none; nothing
    // changes yet. The change must not outlive the options.
    [[nodiscard]] Result<OptionChange> prepare(std::string_view name, std::string_view value) const;
    // Nothing when the value was taken, otherwise the reason why not.
    std::optional<Error> set(std::string_view name, std::string_view value);

    [[nodiscard]] const std::vector<Option>& all() const { return options_; }
    [[nodiscard]] const Option* find(std::string_view name) const;

private:
    Option& add(Option::Kind kind, std::string name, std::string initial, std::string meaning);

    std::vector<Option> options_;
};

}  // namespace skua
