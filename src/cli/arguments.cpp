#include "cli/arguments.h"

#include <algorithm>

namespace skua::cli {

void Arguments::add(std::string name, std::string value, std::string meaning,
                    std::function<std::optional<Error>(const std::string&)> set) {
    options_.push_back({std::move(name), std::move(value), std::move(meaning), std::move(set)});
}

void Arguments::add_flag(std::string name, bool& variable, std::string meaning) {
    add(std::move(name), "", std::move(meaning), [&variable](const std::string&) -> std::optional<Error> {
        variable = true;
        return std::nullopt;
    });
}

void Arguments::add_text(std::string name, std::string value, std::optional<std::string>& variable,
                         std::string meaning) {
    add(name, std::move(value), std::move(meaning), [name, &variable](const std::string& text) -> std::optional<Error> {
        if (text.empty()) { return Error{name + " needs a value"}; }
        variable = text;
        return std::nullopt;
    });
}

const Arguments::Option* Arguments::find(std::string_view name) const {
    const auto found =
        std::find_if(options_.begin(), options_.end(), [name](const Option& option) { return option.name == name; });
    return found == options_.end() ? nullptr : &*found;
}

std::optional<Error> Arguments::parse_option(const std::vector<std::string>& words, std::size_t& place) {
    const std::string& word = words[place++];
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const Option* const option = find(name);
    if (option == nullptr) { return Error{"there is no option " + in_quotes(name)}; }
    if (option->value.empty()) {
        if (equals != std::string::npos) { return Error{name + " takes no value"}; }
        return option->set("");
    }
    if (equals != std::string::npos) { return option->set(word.substr(equals + 1)); }
    if (place == words.size()) { return Error{name + " needs a value: " + name + " <" + option->value + '>'}; }
    return option->set(words[place++]);
}

std::optional<Error> Arguments::parse(const std::vector<std::string>& words) {
    wants_help_ = std::any_of(words.begin(), words.end(),
                              [](const std::string& word) { return word == "--help" || word == "-h"; });
    if (wants_help_) { return std::nullopt; }
    for (std::size_t place = 0; place < words.size();) {
        const std::string& word = words[place];
        if (word == "--") {
            positional_.insert(positional_.end(), words.begin() + static_cast<std::ptrdiff_t>(place) + 1, words.end());
            return std::nullopt;
        }
        if (word.starts_with("--")) {
            if (std::optional<Error> error = parse_option(words, place)) { return error; }
        } else {
            positional_.push_back(word);
            ++place;
        }
    }
    return std::nullopt;
}

std::string Arguments::help() const {
    std::string text = "usage: skua " + usage_ + '\n' + meaning_ + "\n\nOptions:\n";
    std::size_t width = 0;
    const auto left_of = [](const Option& option) {
        return "  " + option.name + (option.value.empty() ? "" : " <" + option.value + '>');
    };
    for (const Option& option : options_) { width = std::max(width, left_of(option).size()); }
    for (const Option& option : options_) {
        std::string line = left_of(option);
        line.resize(width + 2, ' ');
        text += line + option.meaning + '\n';
    }
    return text;
}

}  // namespace skua::cli
