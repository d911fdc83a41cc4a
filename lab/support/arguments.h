// The words after a subcommand: options with a value each, flags, and the rest.
#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/result.h"

namespace skua::lab {

// Exit codes of the program.
inline constexpr int ExitDone = 0;
inline constexpr int ExitFailed = 1;
inline constexpr int ExitMisused = 2;

// The whole text as a number; nothing when it is anything else.
template <typename Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, value);
    if (failure != std::errc{} || stop != end) { return std::nullopt; }
    return value;
}

// Describe the options, then read the words: each value goes where its option says.
class ArgumentReader {
public:
    // For the help text: "data export", "<file>", "what it does". At least `fewest` other words must come, at most
    // `most`.
    ArgumentReader(std::string command, std::string others, std::string meaning, std::size_t fewest, std::size_t most);

    // Numbers are std::int64_t or double. The value already in `target` is the default; an optional has none.
    template <typename Number>
    void add(std::string name, Number& target, Number low, Number high, std::string meaning) {
        meaning += " (" + to_text(target) + ')';
        add_number<Number>(std::move(name), low, high, std::move(meaning), [&target](Number value) { target = value; });
    }
    template <typename Number>
    void add(std::string name, std::optional<Number>& target, Number low, Number high, std::string meaning) {
        add_number<Number>(std::move(name), low, high, std::move(meaning), [&target](Number value) { target = value; });
    }
    void add_flag(std::string name, bool& target, std::string meaning);
    void add_text(std::string name, std::string& target, std::string value, std::string meaning);
    // One of these words.
    void add_choice(std::string name, std::string& target, std::vector<std::string> choices, std::string meaning);

    // The other words, or what is wrong in one sentence. Options may stand anywhere; after a word "--" there are none.
    [[nodiscard]] Result<std::vector<std::string>> read(std::span<const std::string_view> words) const;
    // The same for a program: nothing when the subcommand is to stop here with this exit code, since help was asked for
    // or the words were wrong, which has then been said.
    [[nodiscard]] std::optional<std::vector<std::string>> read_or_explain(std::span<const std::string_view> words,
                                                                          int& exit_code) const;
    [[nodiscard]] std::string help() const;

private:
    struct Option {
        std::string name;
        std::string value;  // what to call it in the help text; empty for a flag
        std::string meaning;
        // Nothing when the value was taken, else what it should be.
        std::function<std::optional<std::string>(std::string_view)> take;
    };
    template <typename Number>
    void add_number(std::string name, Number low, Number high, std::string meaning, std::function<void(Number)> set);
    template <typename Number>
    static std::string to_text(Number number);
    [[nodiscard]] const Option* find(std::string_view name) const;

    std::string command_;
    std::string others_;
    std::string meaning_;
    std::size_t fewest_;
    std::size_t most_;
    std::vector<Option> options_;
};

// One sentence to the user, and the exit code for a failure.
int complain(std::string_view message, int exit_code = ExitFailed);

}  // namespace skua::lab
