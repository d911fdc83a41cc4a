#include "engine/options.h"

#include <limits>
#include <utility>

#include "base/parse.h"

namespace skua {

namespace {

// Tuners send fractions; they are rounded. Numbers too large for the type are not numbers here.
std::optional<std::int64_t> parse_rounded(std::string_view text) {
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos) { return parse_integer<std::int64_t>(text); }
    const std::string_view whole = text.substr(0, point);
    const std::string_view fraction = text.substr(point + 1);
    const bool negative = !whole.empty() && whole.front() == '-';
    const auto value = parse_integer<std::int64_t>(whole == "-" || whole.empty() ? "0" : whole);
    if (!value || fraction.empty()) { return std::nullopt; }
    for (const char c : fraction) {
        if (!is_digit(c)) { return std::nullopt; }
    }
    if (fraction.front() < '5') { return value; }
    using Bounds = std::numeric_limits<std::int64_t>;
    if (*value == (negative ? Bounds::min() : Bounds::max())) { return std::nullopt; }
    return negative ? *value - 1 : *value + 1;
}

// Null when the value is none of them.
const std::string* choice_of(const Option& option, std::string_view value) {
    for (const std::string& choice : option.choices) {
        if (equals_ignoring_case(choice, value)) { return &choice; }
    }
    return nullptr;
}

}  // namespace

std::string text_of(std::string_view value) { return value == "<empty>" ? "" : std::string(value); }

Option& Options::add(Option::Kind kind, std::string name, std::string initial, std::string meaning) {
    Option& option = options_.emplace_back();
    option.kind = kind;
    option.name = std::move(name);
    option.initial = std::move(initial);
    option.meaning = std::move(meaning);
    return option;
}

void Options::add_check(std::string name, bool initial, std::string meaning,
                        std::function<std::optional<Error>(bool)> set) {
    add(Option::Kind::Check, std::move(name), initial ? "true" : "false", std::move(meaning)).set_check =
        std::move(set);
}

void Options::add_spin(std::string name, std::int64_t initial, std::int64_t low, std::int64_t high, std::string meaning,
                       std::function<std::optional<Error>(std::int64_t)> set) {
    Option& option = add(Option::Kind::Spin, std::move(name), std::to_string(initial), std::move(meaning));
    option.low = low;
    option.high = high;
    option.set_spin = std::move(set);
}

void Options::add_button(std::string name, std::string meaning, std::function<void()> press) {
    add(Option::Kind::Button, std::move(name), "", std::move(meaning)).press = std::move(press);
}

void Options::add_text(std::string name, std::string initial, std::string meaning,
                       std::function<std::optional<Error>(const std::string&)> set) {
    add_prepared_text(std::move(name), std::move(initial), std::move(meaning),
                      [set = std::move(set)](const std::string& text) -> Result<OptionChange> {
                          return OptionChange([set, text] { return set(text); });
                      });
}

void Options::add_prepared_text(std::string name, std::string initial, std::string meaning,
                                std::function<Result<OptionChange>(const std::string&)> prepare) {
    add(Option::Kind::Text, std::move(name), std::move(initial), std::move(meaning)).prepare_text = std::move(prepare);
}

void Options::add_combo(std::string name, std::string initial, std::vector<std::string> choices, std::string meaning,
                        std::function<std::optional<Error>(const std::string&)> set) {
    Option& option = add(Option::Kind::Combo, std::move(name), std::move(initial), std::move(meaning));
    option.choices = std::move(choices);
    option.set_choice = std::move(set);
}

const Option* Options::find(std::string_view name) const {
    for (const Option& option : options_) {
        if (equals_ignoring_case(option.name, name)) { return &option; }
    }
    return nullptr;
}

Result<OptionChange> Options::prepare(std::string_view name, std::string_view value) const {
    const Option* const option = find(name);
    if (option == nullptr) { return Error{"there is no option " + in_quotes(name)}; }
    const auto is = [&](const std::string& what) {
        return Error{option->name + " is " + what + ", not " + in_quotes(value)};
    };
    switch (option->kind) {
        case Option::Kind::Button:
            return OptionChange([option]() -> std::optional<Error> {
                option->press();
                return std::nullopt;
            });
        case Option::Kind::Check: {
            const bool on = equals_ignoring_case(value, "true");
            if (!on && !equals_ignoring_case(value, "false")) { return is("true or false"); }
            return OptionChange([option, on] { return option->set_check(on); });
        }
        case Option::Kind::Spin: {
            const std::optional<std::int64_t> number = parse_rounded(value);
            if (!number || *number < option->low || *number > option->high) {
                return is("a number from " + std::to_string(option->low) + " to " + std::to_string(option->high));
            }
            return OptionChange([option, number = *number] { return option->set_spin(number); });
        }
        case Option::Kind::Text: return option->prepare_text(text_of(value));
        case Option::Kind::Combo: {
            const std::string* const choice = choice_of(*option, value);
            if (choice == nullptr) {
                std::string list;
                for (const std::string& each : option->choices) { list += (list.empty() ? "" : " or ") + each; }
                return is(list);
            }
            return OptionChange([option, choice] { return option->set_choice(*choice); });
        }
    }
    return Error{"there is no such kind of option"};
}

std::optional<Error> Options::set(std::string_view name, std::string_view value) {
    const Result<OptionChange> change = prepare(name, value);
    return change ? (*change)() : Error{change.error()};
}

}  // namespace skua
