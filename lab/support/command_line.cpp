#include "lab/support/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <utility>

#include "base/parse.h"

namespace skua::lab {

namespace {

// Without an exponent or digits that say nothing: 1000000, 0.0001.
template <typename Number>
std::string number_text(Number number) {
    if constexpr (std::is_integral_v<Number>) {
        return std::to_string(number);
    } else {
        std::string text = std::to_string(number);
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) { text.pop_back(); }
        return text;
    }
}

template <typename Number>
std::string range_text(Number low, Number high) {
    return number_text(low) + ".." + number_text(high);
}

// The reasons of all validators continue the sentence "the option --x ...", so they begin with a verb.
//
// Unlike CLI::Range it refuses "nan".
template <typename Number>
CLI::Validator in_range(Number low, Number high) {
    const std::string wanted = (std::is_integral_v<Number> ? "needs a whole number from " : "needs a number from ") +
                               number_text(low) + " to " + number_text(high);
    return {[low, high, wanted](std::string& input) -> std::string {
                Number value{};
                const bool is_number = CLI::detail::lexical_cast(input, value);
                return is_number && value >= low && value <= high ? "" : wanted + ", not " + in_quotes(input);
            },
            ""};
}

CLI::Validator not_empty() {
    return {[](std::string& input) { return std::string(input.empty() ? "needs a text that is not empty" : ""); }, ""};
}

// "nnue or classical", "a, b or c"
std::string any_of(const std::vector<std::string>& choices) {
    std::string text;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (i > 0) { text += i + 1 == choices.size() ? " or " : ", "; }
        text += choices[i];
    }
    return text;
}

// Writes ranges and defaults of options as a reader expects them.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter() {
        column_width(34);
        label("REQUIRED", "");
        label("OPTIONS", "options");
        label("SUBCOMMAND", "subcommand");
        label("Positionals", "Arguments");
    }
    std::string make_option_opts(const CLI::Option* option) const override {
        if (option->get_positional()) { return option->get_expected_max() > 1 ? " ..." : ""; }
        return option->get_type_name().empty() ? "" : " <" + option->get_type_name() + '>';
    }
    std::string make_option_desc(const CLI::Option* option) const override {
        const std::string standard = option->get_default_str();
        return option->get_description() + (standard.empty() ? "" : " (default " + standard + ')');
    }
};

// "skua-lab data export", if the words got that far.
std::string command_of(const CLI::App& top) {
    std::string text = top.get_name();
    for (const CLI::App* app = &top; !app->get_subcommands().empty();) {
        app = app->get_subcommands().front();
        text += ' ' + app->get_name();
    }
    return text;
}

// The subcommand that the words got to.
const CLI::App& last_app(const CLI::App& top) {
    const CLI::App* app = &top;
    while (!app->get_subcommands().empty()) { app = app->get_subcommands().front(); }
    return *app;
}

std::string unexpected_word(const CLI::App& top) {
    const CLI::App* app = &top;
    while (app->remaining().empty() && !app->get_subcommands().empty()) { app = app->get_subcommands().front(); }
    const std::vector<std::string> words = app->remaining();
    if (words.empty()) { return "there is one argument too many"; }
    const std::string word = in_quotes(words.front());
    if (words.front().starts_with('-')) {
        return "there is no option " + word + (app->get_subcommands().empty() ? "" : " before the subcommand");
    }
    const bool has_subcommands = !app->get_subcommands([](const CLI::App*) { return true; }).empty();
    return has_subcommands ? "there is no subcommand " + word : word + " is one argument too many";
}

std::string missing_argument(const CLI::App& app) {
    const std::vector<const CLI::Option*> missing =
        app.get_options([](const CLI::Option* each) { return each->get_required() && each->count() == 0; });
    if (missing.empty()) { return "an argument is missing"; }
    return "the argument " + in_quotes(missing.front()->get_name()) +
           " is missing: " + missing.front()->get_description();
}

std::string named(const CLI::Option& option) {
    return option.get_positional() ? "the argument " + in_quotes(option.get_name()) : "the option " + option.get_name();
}

std::string wrong_number_of_values(const CLI::Option& option) {
    if (option.get_expected_min() == 0) { return named(option) + " takes no value"; }
    if (option.count() > 1) { return named(option) + " may be given only once"; }
    return named(option) + " needs a value after it (" + option.get_type_name() + ')';
}

// CLI11's messages are not sentences, so ours are made from what it found.
std::string sentence_of(const CLI::ParseError& error, const CLI::App& top) {
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) { return unexpected_word(top); }
    const CLI::App& app = last_app(top);
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) { return missing_argument(app); }
    // Its messages begin with the name of an option; that of a flag has no dashes.
    const std::string message = error.what();
    const std::string name = message.substr(0, message.find_first_of(": "));
    const CLI::Option* option = app.get_option_no_throw(name);
    if (option == nullptr) { option = app.get_option_no_throw("--" + name); }
    if (option == nullptr) { return message; }
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) { return wrong_number_of_values(*option); }
    const std::size_t reason = message.find(": ");
    return reason == std::string::npos ? message : named(*option) + ' ' + message.substr(reason + 2);
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
    CLI::Option* const option = app_.add_option(name, target, help);
    option->check(in_range<Number>(low, high))->type_name(range_text(low, high));
    option->default_str(number_text(target));
}

template <typename Number>
void Options::add(const std::string& name, std::optional<Number>& target, std::type_identity_t<Number> low,
                  std::type_identity_t<Number> high, const std::string& help) {
    app_.add_option(name, target, help)->check(in_range<Number>(low, high))->type_name(range_text(low, high));
}

template void Options::add(const std::string&, int&, int, int, const std::string&);
template void Options::add(const std::string&, std::uint64_t&, std::uint64_t, std::uint64_t, const std::string&);
template void Options::add(const std::string&, float&, float, float, const std::string&);
template void Options::add(const std::string&, double&, double, double, const std::string&);
template void Options::add(const std::string&, std::optional<std::int64_t>&, std::int64_t, std::int64_t,
                           const std::string&);
template void Options::add(const std::string&, std::optional<std::uint64_t>&, std::uint64_t, std::uint64_t,
                           const std::string&);
template void Options::add(const std::string&, std::optional<float>&, float, float, const std::string&);
template void Options::add(const std::string&, std::optional<double>&, double, double, const std::string&);

void Options::add_flag(const std::string& name, bool& target, const std::string& help) {
    app_.add_flag(name, target, help)->disable_flag_override();
}

void Options::add_text(const std::string& name, std::string& target, const std::string& help) {
    app_.add_option(name, target, help)->check(not_empty())->capture_default_str()->type_name("text");
}

void Options::add_choice(const std::string& name, std::string& target, const std::vector<std::string>& choices,
                         const std::string& help) {
    std::string names;
    for (const std::string& choice : choices) { names += (names.empty() ? "" : "|") + choice; }
    const CLI::Validator is_choice(
        [choices](std::string& input) -> std::string {
            const bool good = std::find(choices.begin(), choices.end(), input) != choices.end();
            return good ? "" : "must be " + any_of(choices) + ", not " + in_quotes(input);
        },
        "");
    app_.add_option(name, target, help)->check(is_choice)->type_name(names);
}

void Options::add_multiple(const std::string& name, std::size_t& target, std::size_t step, std::size_t high,
                           const std::string& help) {
    const std::string wanted =
        "needs a multiple of " + std::to_string(step) + " from " + std::to_string(step) + " to " + std::to_string(high);
    const CLI::Validator is_multiple(
        [step, high, wanted](std::string& input) -> std::string {
            std::size_t value = 0;
            const bool good =
                CLI::detail::lexical_cast(input, value) && value > 0 && value <= high && value % step == 0;
            return good ? "" : wanted + ", not " + in_quotes(input);
        },
        "");
    app_.add_option(name, target, help)->check(is_multiple)->capture_default_str()->type_name(range_text(step, high));
}

void Options::set_details(const std::string& text) { app_.footer(text); }

// ---------------------------------------------------------------------- subcommands

CLI::App& add_subcommand(CLI::App& parent, const std::string& name, const std::string& description,
                         std::function<int()> run) {
    CLI::App* const app = parent.add_subcommand(name, description);
    app->footer("");  // not the parent's, which it would inherit
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
    app_->formatter(std::make_shared<HelpFormatter>());
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
    } catch (const CLI::ParseError& error) {
        return explain(sentence_of(error, *app_));
    } catch (const UsageError& error) { return explain(error.what()); }
    if (app_->get_subcommands().empty()) {
        std::cerr << app_->help();
        return ExitMisused;
    }
    return ExitDone;
}

}  // namespace skua::lab
