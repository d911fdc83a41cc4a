#include "engine/options.h"

#include <limits>

#include "base/parse.h"

namespace skua {

namespace {

constexpr std::string_view EmptyText = "<empty>";

std::string to_text(bool value) { return value ? "true" : "false"; }
std::string to_text(std::int64_t value) { return std::to_string(value); }
std::string to_text(const std::string& value) { return value.empty() ? std::string(EmptyText) : value; }

// Tuners send fractions; they are rounded. Nothing when the number is too large for the type.
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

Error unexpected(const Option& option, const std::string& expected, std::string_view value) {
    return Error{option.name + " must be " + expected + ", not " + in_quotes(value)};
}

template <typename Kind, typename Value>
OptionChange change_to(Kind& kind, Value value) {
    return [&kind, value = std::move(value)]() -> std::optional<Error> {
        if (std::optional<Error> error = kind.set(value)) { return error; }
        kind.value = value;
        return std::nullopt;
    };
}

Result<OptionChange> prepare_change(const Option& option, CheckOption& check, std::string_view value) {
    const bool on = equals_ignoring_case(value, "true");
    if (!on && !equals_ignoring_case(value, "false")) { return unexpected(option, "true or false", value); }
    return change_to(check, on);
}

Result<OptionChange> prepare_change(const Option& option, SpinOption& spin, std::string_view value) {
    const std::optional<std::int64_t> number = parse_rounded(value);
    if (!number || *number < spin.low || *number > spin.high) {
        return unexpected(option, "a number from " + std::to_string(spin.low) + " to " + std::to_string(spin.high),
                          value);
    }
    return change_to(spin, *number);
}

Result<OptionChange> prepare_change(const Option&, ButtonOption& button, std::string_view) {
    return OptionChange([&button]() -> std::optional<Error> {
        button.press();
        return std::nullopt;
    });
}

Result<OptionChange> prepare_change(const Option&, TextOption& text, std::string_view value) {
    std::string wanted = value == EmptyText ? "" : std::string(value);
    Result<OptionChange> change = text.prepare(wanted);
    if (!change) { return change; }
    return OptionChange([&text, wanted = std::move(wanted), apply = *std::move(change)]() -> std::optional<Error> {
        if (std::optional<Error> error = apply()) { return error; }
        text.value = wanted;
        return std::nullopt;
    });
}

Result<OptionChange> prepare_change(const Option& option, ComboOption& combo, std::string_view value) {
    std::string list;
    for (const std::string& choice : combo.choices) {
        if (equals_ignoring_case(choice, value)) { return change_to(combo, choice); }
        list += (list.empty() ? "" : " or ") + choice;
    }
    return unexpected(option, list, value);
}

}  // namespace

std::string Option::value() const {
    return std::visit(
        [](const auto& option) -> std::string {
            if constexpr (requires { option.value; }) { return to_text(option.value); }
            return "";
        },
        kind);
}

std::string Option::initial() const {
    return std::visit(
        [](const auto& option) -> std::string {
            if constexpr (requires { option.initial; }) { return to_text(option.initial); }
            return "";
        },
        kind);
}

void Options::add_check(std::string name, bool& variable, std::string meaning) {
    add_check(std::move(name), variable, std::move(meaning), [&variable](bool value) -> std::optional<Error> {
        variable = value;
        return std::nullopt;
    });
}

void Options::add_check(std::string name, bool initial, std::string meaning, OptionSetter<bool> set) {
    options_.push_back({std::move(name), std::move(meaning), CheckOption{initial, initial, std::move(set)}});
}

void Options::add_spin(std::string name, std::int64_t initial, std::int64_t low, std::int64_t high, std::string meaning,
                       OptionSetter<std::int64_t> set) {
    options_.push_back({std::move(name), std::move(meaning), SpinOption{initial, low, high, initial, std::move(set)}});
}

void Options::add_button(std::string name, std::string meaning, std::function<void()> press) {
    options_.push_back({std::move(name), std::move(meaning), ButtonOption{std::move(press)}});
}

void Options::add_text(std::string name, const std::string& initial, std::string meaning,
                       std::function<Result<OptionChange>(const std::string&)> prepare) {
    options_.push_back({std::move(name), std::move(meaning), TextOption{initial, initial, std::move(prepare)}});
}

void Options::add_combo(std::string name, const std::string& initial, std::vector<std::string> choices,
                        std::string meaning, OptionSetter<std::string> set) {
    options_.push_back(
        {std::move(name), std::move(meaning), ComboOption{initial, std::move(choices), initial, std::move(set)}});
}

const Option* Options::find(std::string_view name) const {
    for (const Option& option : options_) {
        if (equals_ignoring_case(option.name, name)) { return &option; }
    }
    return nullptr;
}

Result<OptionChange> Options::prepare(std::string_view name, std::string_view value) {
    for (Option& option : options_) {
        if (!equals_ignoring_case(option.name, name)) { continue; }
        return std::visit([&](auto& kind) { return prepare_change(option, kind, value); }, option.kind);
    }
    return Error{"there is no option " + in_quotes(name)};
}

std::optional<Error> Options::set(std::string_view name, std::string_view value) {
    const Result<OptionChange> change = prepare(name, value);
    return change ? (*change)() : Error{change.error()};
}

}  // namespace skua
