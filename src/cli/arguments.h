// The arguments of a command: options that begin with two dashes, and other words.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parse.h"
#include "base/result.h"

namespace skua::cli {

// Describes the options of one command once, for reading them and for the help text. The variables that they are read
// into must outlive it.
class Arguments {
public:
    // The usage is what follows "skua ": "explain <fen> [<move>...] [options]".
    Arguments(std::string usage, std::string meaning) : usage_(std::move(usage)), meaning_(std::move(meaning)) {}

    void add_flag(std::string name, bool& variable, std::string meaning);
    // `value` names the value in the help text: "file".
    void add_text(std::string name, std::string value, std::optional<std::string>& variable, std::string meaning);
    template <typename Integer>
    void add_number(std::string name, std::string value, std::optional<Integer>& variable, std::int64_t low,
                    std::int64_t high, std::string meaning) {
        add(name, std::move(value), std::move(meaning),
            [name, &variable, low, high](const std::string& text) -> std::optional<Error> {
                const std::optional<std::int64_t> number = parse_integer<std::int64_t>(text);
                if (!number || *number < low || *number > high) {
                    return Error{name + " takes a number from " + std::to_string(low) + " to " + std::to_string(high) +
                                 ", not " + in_quotes(text)};
                }
                variable = static_cast<Integer>(*number);
                return std::nullopt;
            });
    }
    // `set` takes the value, or refuses it with a reason.
    void add(std::string name, std::string value, std::string meaning,
             std::function<std::optional<Error>(const std::string&)> set);

    // Reads options wherever they stand, as "--name value" or "--name=value"; "--" ends them. Other words are collected
    // in order.
    [[nodiscard]] std::optional<Error> parse(const std::vector<std::string>& words);
    [[nodiscard]] const std::vector<std::string>& positional() const { return positional_; }
    // --help or -h was given; then nothing else counts.
    [[nodiscard]] bool wants_help() const { return wants_help_; }
    [[nodiscard]] std::string help() const;

private:
    struct Option {
        std::string name;
        std::string value;  // empty for a flag
        std::string meaning;
        std::function<std::optional<Error>(const std::string&)> set;
    };
    [[nodiscard]] const Option* find(std::string_view name) const;
    // Reads the option at this place and moves it behind what was read.
    [[nodiscard]] std::optional<Error> parse_option(const std::vector<std::string>& words, std::size_t& place);

    std::string usage_;
    std::string meaning_;
    std::deque<Option> options_;
    std::vector<std::string> positional_;
    bool wants_help_ = false;
};

}  // namespace skua::cli
