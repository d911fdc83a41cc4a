// How a subcommand describes its options. CLI11 reads the command line, but only command_line.cpp includes it: it takes
// seconds to compile.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "lab/support/exit_codes.h"

namespace CLI {
class App;
}

namespace skua::lab {

// A mistake on the command line that shows only when several options are looked at together.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Describes the words after a subcommand. The targets are written when the command line is read; the values they have
// before are the defaults, and the help text shows them.
class Options {
public:
    explicit Options(CLI::App& app) : app_(app) {}

    // Words without a dash, in the order of the calls.
    void add_file(const std::string& name, std::string& target, const std::string& help);
    void add_optional_file(const std::string& name, std::string& target, const std::string& help);
    void add_files(const std::string& name, std::vector<std::string>& target, const std::string& help);
    // Any number of words that name something else than files, or none.
    void add_words(const std::string& name, std::vector<std::string>& target, const std::string& help);

    // A number from `low` to `high`; an optional has no default. Number is int, std::int64_t, std::uint64_t, float or
    // double.
    template <typename Number>
    void add(const std::string& name, Number& target, std::type_identity_t<Number> low,
             std::type_identity_t<Number> high, const std::string& help);
    template <typename Number>
    void add(const std::string& name, std::optional<Number>& target, std::type_identity_t<Number> low,
             std::type_identity_t<Number> high, const std::string& help);
    void add_flag(const std::string& name, bool& target, const std::string& help);
    // A text that is not empty.
    void add_text(const std::string& name, std::string& target, const std::string& help);
    // One of these words.
    void add_choice(const std::string& name, std::string& target, const std::vector<std::string>& choices,
                    const std::string& help);
    // A multiple of `step` from `low` to `high`.
    void add_multiple(const std::string& name, std::size_t& target, std::size_t step, std::size_t high,
                      const std::string& help);

    // Sentences below the options.
    void set_details(const std::string& text);

private:
    CLI::App& app_;
};

// All subcommands of the program, and what they are called with.
class CommandLine {
public:
    // A subcommand, or one of a group: "data", "data info".
    CommandLine(const std::string& program, const std::string& description);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    ~CommandLine();

    // A subcommand that has subcommands of its own.
    CLI::App& add_group(const std::string& name, const std::string& description);
    [[nodiscard]] CLI::App& top();

    // Reads the words and runs the subcommand. Returns the exit code: the subcommand's, or ExitMisused after an
    // explanation.
    int run(int argc, const char* const* argv);

private:
    std::unique_ptr<CLI::App> app_;
};

// Adds a subcommand that calls `run` when the command line asks for it. `run` returns the exit code, and may throw
// UsageError.
CLI::App& add_subcommand(CLI::App& parent, const std::string& name, const std::string& description,
                         std::function<int()> run);

// A subcommand under construction.
template <typename Settings>
struct Command {
    Options options;
    Settings& settings;
};

// Adds a subcommand that calls run(settings); its options write into the settings.
template <typename Settings>
Command<Settings> add_command(CLI::App& parent, const std::string& name, const std::string& description,
                              int (*run)(const Settings&)) {
    const auto settings = std::make_shared<Settings>();
    CLI::App& app = add_subcommand(parent, name, description, [settings, run] { return run(*settings); });
    return {Options(app), *settings};
}

}  // namespace skua::lab
