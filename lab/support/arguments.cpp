#include "lab/support/arguments.h"

#include <algorithm>
#include <iostream>
#include <sstream>
#include <type_traits>

#include "base/parse.h"

namespace skua::lab {

namespace {

constexpr std::string_view HelpWord = "--help";
constexpr std::string_view EndOfOptions = "--";

}  // namespace

ArgumentReader::ArgumentReader(std::string command, std::string others, std::string meaning, std::size_t fewest,
                               std::size_t most)
    : command_(std::move(command)),
      others_(std::move(others)),
      meaning_(std::move(meaning)),
      fewest_(fewest),
      most_(most) {}

template <typename Number>
std::string ArgumentReader::to_text(Number number) {
    std::ostringstream text;
    text << number;
    return text.str();
}

template <typename Number>
void ArgumentReader::add_number(std::string name, Number low, Number high, std::string meaning,
                                std::function<void(Number)> set) {
    options_.push_back({std::move(name), "N", std::move(meaning),
                        [low, high, set = std::move(set)](std::string_view text) -> std::optional<std::string> {
                            const std::optional<Number> value = parse_number<Number>(text);
                            // Put so that "nan" is refused too.
                            if (!value || !(*value >= low && *value <= high)) {
                                return (std::is_integral_v<Number> ? "a whole number from " : "a number from ") +
                                       to_text(low) + " to " + to_text(high);
                            }
                            set(*value);
                            return std::nullopt;
                        }});
}

template std::string ArgumentReader::to_text(std::int64_t);
template std::string ArgumentReader::to_text(double);
template void ArgumentReader::add_number(std::string, std::int64_t, std::int64_t, std::string,
                                         std::function<void(std::int64_t)>);
template void ArgumentReader::add_number(std::string, double, double, std::string, std::function<void(double)>);

void ArgumentReader::add_flag(std::string name, bool& target, std::string meaning) {
    options_.push_back({std::move(name), "", std::move(meaning), [&target](std::string_view) {
                            target = true;
                            return std::optional<std::string>();
                        }});
}

void ArgumentReader::add_text(std::string name, std::string& target, std::string value, std::string meaning) {
    if (!target.empty()) { meaning += " (" + target + ')'; }
    options_.push_back({std::move(name), std::move(value), std::move(meaning),
                        [&target](std::string_view text) -> std::optional<std::string> {
                            if (text.empty()) { return "a word that isn't empty"; }
                            target = text;
                            return std::nullopt;
                        }});
}

void ArgumentReader::add_choice(std::string name, std::string& target, std::vector<std::string> choices,
                                std::string meaning) {
    options_.push_back({std::move(name), "name", std::move(meaning),
                        [&target, choices = std::move(choices)](std::string_view text) -> std::optional<std::string> {
                            if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
                                std::string wanted;
                                for (const std::string& choice : choices) {
                                    wanted += (wanted.empty() ? "" : " or ") + choice;
                                }
                                return wanted;
                            }
                            target = text;
                            return std::nullopt;
                        }});
}

const ArgumentReader::Option* ArgumentReader::find(std::string_view name) const {
    const auto found =
        std::find_if(options_.begin(), options_.end(), [&](const Option& option) { return option.name == name; });
    return found == options_.end() ? nullptr : &*found;
}

Result<std::vector<std::string>> ArgumentReader::read(std::span<const std::string_view> words) const {
    std::vector<std::string> others;
    bool options_ended = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (options_ended || !word.starts_with("--")) {
            others.emplace_back(word);
            continue;
        }
        if (word == EndOfOptions) {
            options_ended = true;
            continue;
        }
        const Option* const option = find(word);
        if (option == nullptr) { return Error{command_ + " has no option " + in_quotes(word)}; }
        const bool wants_value = !option->value.empty();
        if (wants_value && i + 1 == words.size()) { return Error{option->name + " needs a value"}; }
        const std::string_view value = wants_value ? words[++i] : std::string_view();
        if (const std::optional<std::string> wanted = option->take(value)) {
            return Error{option->name + " is " + *wanted + ", not " + in_quotes(value)};
        }
    }
    if (others.size() < fewest_) { return Error{command_ + " needs " + others_}; }
    if (others.size() > most_) { return Error{command_ + " can't make sense of " + in_quotes(others[most_])}; }
    return others;
}

std::optional<std::vector<std::string>> ArgumentReader::read_or_explain(std::span<const std::string_view> words,
                                                                        int& exit_code) const {
    if (std::find(words.begin(), words.end(), HelpWord) != words.end()) {
        std::cout << help();
        exit_code = ExitDone;
        return std::nullopt;
    }
    Result<std::vector<std::string>> others = read(words);
    if (!others) {
        exit_code = complain(others.error() + " (skua-lab " + command_ + " --help tells more)", ExitMisused);
        return std::nullopt;
    }
    return *std::move(others);
}

std::string ArgumentReader::help() const {
    std::string text = "skua-lab " + command_ + ' ' + others_ + (options_.empty() ? "" : " [options]") + '\n';
    text += meaning_ + '\n';
    std::size_t width = 0;
    for (const Option& option : options_) { width = std::max(width, option.name.size() + option.value.size()); }
    for (const Option& option : options_) {
        const std::string name = option.name + ' ' + option.value;
        text += "  " + name + std::string(width + 3 - name.size(), ' ') + option.meaning + '\n';
    }
    return text;
}

int complain(std::string_view message, int exit_code) {
    std::cerr << "skua-lab: " << message << '\n';
    return exit_code;
}

}  // namespace skua::lab
