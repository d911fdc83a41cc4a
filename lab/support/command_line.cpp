#include "lab/support/command_line.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <utility>

#include "base/parse.h"

namespace skua::lab {

namespace {

template <typename Number>
std::string range_text(Number low, Number high) {
    std::ostringstream text;
    text << low << ".." << high;
    return text.str();
}

// Unlike CLI::Range it refuses "nan".
template <typename Number>
CLI::Validator in_range(Number low, Number high) {
    const std::string range = range_text(low, high);
    return {[low, high, range](std::string& input) -> std::string {
                Number value{};
                const bool is_number = CLI::detail::lexical_cast(input, value);
                return is_number && value >= low && value <= high ? "" : in_quotes(input) + " is not in " + range;
            },
            range};
}

CLI::Validator not_empty() {
    return {[](std::string& input) { return std::string(input.empty() ? "the value is empty" : ""); }, ""};
}

// "skua-lab data export", if the words got that far.
std::string command_of(const CLI::App& top) {
    std::string text = top.get_name();
    for (const CLI::App* app = &top; !app->get_subcommands().empty();) {
        app = app->get_subcommands().front();
        text += ' ' + app->get_name();
    }
    return text;
}

}  // namespace

// ---------------------------------------------------------------------- options

void Options::add_file(const std::string& name, std::string& target, const std::string& help) {
    app_.add_option(name, target, help)->required()->check(not_empty())->type_name("");
}

void Options::add_optional_file(const std::string& name, std::string& target, const std::string& help) {
    app_.add_option(name, target, help)->check(not_empty())->type_name("");
}

void Options::add_files(const std::string& name, std::vector<std::string>& target, const std::string& help) {
    app_.add_option(name, target, help)->required()->check(not_empty())->type_name("");
}

void Options::add_words(const std::string& name, std::vector<std::string>& target, const std::string& help) {
    app_.add_option(name, target, help)->check(not_empty())->type_name("");
}

template <typename Number>
void Options::add(const std::string& name, Number& target, std::type_identity_t<Number> low,
                  std::type_identity_t<Number> high, const std::string& help) {
    app_.add_option(name, target, help)->check(in_range<Number>(low, high))->capture_default_str();
}

template <typename Number>
void Options::add(const std::string& name, std::optional<Number>& target, std::type_identity_t<Number> low,
                  std::type_identity_t<Number> high, const std::string& help) {
    app_.add_option(name, target, help)->check(in_range<Number>(low, high));
}

template void Options::add(const std::string&, int&, int, int, const std::string&);
template void Options::add(const std::string&, std::uint64_t&, std::uint64_t, std::uint64_t, const std::string&);
template void Options::add(const std::string&, float&, float, float, const std::string&);
template void Options::add(const std::string&, double&, double, double, const std::string&);
template void Options::add(const std::string&, std::optional<std::int64_t>&, std::int64_t, std::int64_t,
                           const std::string&);
template void Options::add(const std::string&, std::optional<std::uint64_t>&, std::uint64_t, std::uint64_t,
                           const std::string&);
template void Options::add(const std::string&, std::optional<double>&, double, double, const std::string&);

void Options::add_flag(const std::string& name, bool& target, const std::string& help) {
    app_.add_flag(name, target, help);
}

void Options::add_text(const std::string& name, std::string& target, const std::string& help) {
    app_.add_option(name, target, help)->check(not_empty())->capture_default_str();
}

void Options::add_choice(const std::string& name, std::string& target, const std::vector<std::string>& choices,
                         const std::string& help) {
    app_.add_option(name, target, help)->check(CLI::IsMember(choices));
}

void Options::add_multiple(const std::string& name, std::size_t& target, std::size_t step, std::size_t high,
                           const std::string& help) {
    const std::string range = range_text(step, high);
    const CLI::Validator is_multiple(
        [step, high, range](std::string& input) -> std::string {
            std::size_t value = 0;
            const bool good =
                CLI::detail::lexical_cast(input, value) && value > 0 && value <= high && value % step == 0;
            return good ? "" : in_quotes(input) + " is not a multiple of " + std::to_string(step) + " in " + range;
        },
        range);
    app_.add_option(name, target, help)->check(is_multiple)->capture_default_str();
}

void Options::add_alias(const std::string& name) { app_.alias(name); }

void Options::set_details(const std::string& text) { app_.footer(text); }

// ---------------------------------------------------------------------- subcommands

CLI::App& add_subcommand(CLI::App& parent, const std::string& name, const std::string& description,
                         std::function<int()> run) {
    CLI::App* const app = parent.add_subcommand(name, description);
    app->callback([run = std::move(run)] {
        if (const int code = run(); code != ExitDone) { throw CLI::RuntimeError(code); }
    });
    return *app;
}

CommandLine::CommandLine(const std::string& program, const std::string& description)
    : app_(std::make_unique<CLI::App>(description, program)) {
    // With at most one subcommand, a file may have the name of another.
    app_->require_subcommand(0, 1);
    app_->set_help_flag("-h,--help", "print this help");
    app_->get_formatter()->column_width(34);
    app_->get_formatter()->label("REQUIRED", "");
    app_->footer(program + " <subcommand> --help describes a subcommand and its options.");
}

CommandLine::~CommandLine() = default;

CLI::App& CommandLine::top() { return *app_; }

CLI::App& CommandLine::add_group(const std::string& name, const std::string& description) {
    CLI::App* const group = app_->add_subcommand(name, description);
    group->require_subcommand(0, 1);
    group->footer(app_->get_name() + ' ' + name + " <subcommand> --help describes a subcommand and its options.");
    group->callback([group] {
        if (group->get_subcommands().empty()) { throw UsageError(group->get_name() + " needs a subcommand"); }
    });
    return *group;
}

int CommandLine::run(int argc, const char* const* argv) {
    const auto explain = [&](const std::string& reason) {
        return complain(reason + " (" + command_of(*app_) + " --help lists what is possible)", ExitMisused);
    };
    try {
        app_->parse(argc, argv);
    } catch (const CLI::CallForHelp& help) { return app_->exit(help); } catch (const CLI::RuntimeError& failed) {
        return failed.get_exit_code();  // the subcommand has explained it
    } catch (const CLI::ParseError& error) { return explain(error.what()); } catch (const UsageError& error) {
        return explain(error.what());
    }
    if (app_->get_subcommands().empty()) {
        std::cerr << app_->help();
        return ExitMisused;
    }
    return ExitDone;
}

}  // namespace skua::lab
