#include "server/config.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "base/parse.h"

namespace skua::server {

namespace {

// Writes the options as a reader expects them, with defaults.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter() {
        column_width(31);
        label("OPTIONS", "options");
        label("SUBCOMMAND", "worker or provider");
        label("Subcommands", "Commands");
    }
    std::string make_option_opts(const CLI::Option* option) const override {
        return option->get_type_name().empty() ? "" : " <" + option->get_type_name() + '>';
    }
    std::string make_option_desc(const CLI::Option* option) const override {
        const std::string standard = option->get_default_str();
        return option->get_description() + (standard.empty() ? "" : " (default " + standard + ')');
    }
};

// SKUA_MAX_NODES for --max-nodes.
std::string variable_of(const std::string& option) {
    std::string name = "SKUA_" + option.substr(2);
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return c == '-' ? '_' : to_upper(c); });
    return name;
}

class OptionList {
public:
    explicit OptionList(CLI::App& app) : app_(app) {}

    template <typename Number>
    void number(const std::string& name, Number& target, std::int64_t low, std::int64_t high, const std::string& help) {
        const std::string wanted = std::to_string(low) + " to " + std::to_string(high);
        const CLI::Validator in_range(
            [low, high, wanted](std::string& input) -> std::string {
                const auto value = parse_integer<std::int64_t>(input);
                return value && *value >= low && *value <= high
                           ? ""
                           : "needs a whole number from " + wanted + ", not " + in_quotes(input);
            },
            "");
        app_.add_option(name, target, help)
            ->check(in_range)
            ->type_name("n")
            ->envname(variable_of(name))
            ->default_str(std::to_string(target));
    }
    void text(const std::string& name, std::string& target, const std::string& kind, const std::string& help) {
        app_.add_option(name, target, help)->type_name(kind)->envname(variable_of(name))->default_str(target);
    }
    void flag(const std::string& name, bool& target, const std::string& help) {
        app_.add_flag(name, target, help)->envname(variable_of(name));
    }
    void list(const std::string& name, std::vector<std::string>& target, const std::string& kind,
              const std::string& help) {
        app_.add_option(name, target, help)
            ->type_name(kind)
            ->envname(variable_of(name))
            ->delimiter(',')
            ->expected(1)
            ->take_all();
    }

private:
    CLI::App& app_;
};

void describe(CLI::App& app, Config& config) {
    OptionList options(app);
    options.text("--address", config.address, "ip", "where to listen; 0.0.0.0 or :: for all networks");
    options.number("--port", config.port, 0, 65535, "the port; 0 for any that is free");
    options.text("--page", config.page, "folder", "the page to serve at /");
    options.number("--slots", config.slots, 0, 1024,
                   "searches at the same time, beside short ones; 0: one a processor");
    options.number("--analysers", config.analysers, 1, 256, "games analysed at the same time, beside them");
    options.number("--hash", config.engine.hash, 1, 65536, "memory of each of these, in MB");
    options.text("--tables", config.engine.tables, "folders", "Syzygy tablebases");
    options.text("--book", config.engine.book, "file", "the opening book; without it the built-in one");
    options.number("--queue", config.queue, 0, 100'000, "searches that may wait, short ones and others each");
    options.number("--wait", config.wait, 1, 3600, "seconds that they may wait");
    options.number("--per-client", config.per_client, 1, 10'000, "searches of one client, waiting or running");
    options.number("--jobs-per-client", config.jobs_per_client, 1, 10'000, "unfinished jobs of one client");
    options.number("--connections", config.connections, 1, 1'000'000, "open connections");
    options.number("--max-movetime", config.caps.move_time, 1, 3'600'000, "milliseconds of any search");
    options.number("--max-nodes", config.caps.nodes, 1, std::int64_t{1} << 40, "nodes that a client may ask for");
    options.number("--max-depth", config.caps.depth, 1, MaxPly - 1, "depth that a client may ask for");
    options.number("--max-multipv", config.caps.multipv, 1, 256, "lines that a client may ask for");
    options.number("--max-threads", config.caps.threads, 1, 1024, "threads that a client may ask for");
    options.number("--max-games", config.caps.games, 1, 10'000, "games of one job");
    options.text("--store", config.store, "folder", "answers and jobs; without it ~/.local/state/skua-server");
    options.flag("--no-store", config.no_store, "keep nothing when the service ends");
    options.number("--store-size", config.store_megabytes, 1, 1 << 20, "MB of answers to keep");
    options.list("--origin", config.origins, "url,...", "pages of other hosts that may use the service; * for all");
    options.text("--tokens", config.tokens, "file", "lines of a name and a token; then only their owners may use it");
    options.flag("--trust-proxy", config.trust_proxy, "believe the X-Forwarded-For of a proxy in front");
    options.text("--redis", config.redis, "host:port", "leave games to the workers of this Redis");
    options.number("--claim-after", config.claim_after, 1, 3600, "worker: seconds until a silent one's game is taken");
    options.number("--drain", config.drain, 0, 3600, "seconds that running work has after SIGTERM");
}

// "the option --port needs a whole number ..."
std::string sentence_of(const CLI::ParseError& error, const CLI::App& app) {
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
        const std::vector<std::string> words = app.remaining();
        return words.empty() ? "there is one argument too many" : "there is no option " + in_quotes(words.front());
    }
    std::string message = error.what();
    if (!message.starts_with("--")) { return message; }
    if (const std::size_t colon = message.find(": "); colon != std::string::npos) { message.erase(colon, 1); }
    return "the option " + message;
}

}  // namespace

std::optional<std::string> users_store() {
    const auto variable = [](const char* name) -> std::optional<std::filesystem::path> {
        const char* const value = std::getenv(name);
        if (value == nullptr || !std::filesystem::path(value).is_absolute()) { return std::nullopt; }
        return value;
    };
    if (const auto folder = variable("XDG_STATE_HOME")) { return (*folder / "skua-server").string(); }
    if (const auto home = variable("HOME")) { return (*home / ".local" / "state" / "skua-server").string(); }
    return std::nullopt;
}

Command parse_command_line(int argc, const char* const* argv, std::ostream& output, std::ostream& errors) {
    Command command;
    CLI::App app("Skua as a service: HTTP, WebSocket and the page; /docs describes the interface", "skua-server");
    app.set_help_flag("-h,--help", "print this help");
    app.formatter(std::make_shared<HelpFormatter>());
    describe(app, command.config);
    app.require_subcommand(0, 1);
    app.set_config("--config", "", "a file with lines such as port=8080")->type_name("file")->envname("SKUA_CONFIG");
    CLI::App* const worker = app.add_subcommand("worker", "analyse the games that servers put into --redis");
    worker->fallthrough();
    CLI::App* const provider = app.add_subcommand("provider", "search for a broker of lichess's external engines");
    provider->fallthrough();
    OptionList provider_options(*provider);
    provider_options.text("--broker", command.broker.url, "url", "its address, https://host");
    provider_options.text("--secret", command.broker.secret, "file",
                          "the provider's secret, as the engine was registered");
    provider_options.text("--ca", command.broker.certificates, "file",
                          "certificates to trust in; without it the system's");
    app.footer("Every option can be set in the environment: SKUA_PORT for --port.");
    command.kind = Command::Kind::Exit;
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        output << (provider->parsed() ? provider->help() : app.help());
        return command;
    } catch (const CLI::ParseError& error) {
        errors << "skua-server: " << sentence_of(error, app) << "; --help lists the options\n";
        command.exit_code = 2;
        return command;
    }
    const auto misused = [&](const std::string& sentence) {
        errors << "skua-server: " << sentence << "; --help lists the options\n";
        command.exit_code = 2;
        return command;
    };
    if (worker->parsed() && command.config.redis.empty()) { return misused("a worker needs --redis"); }
    if (provider->parsed() && (command.broker.url.empty() || command.broker.secret.empty())) {
        return misused("a provider needs --broker and --secret");
    }
    command.kind = worker->parsed()     ? Command::Kind::Work
                   : provider->parsed() ? Command::Kind::Provide
                                        : Command::Kind::Serve;
    return command;
}

}  // namespace skua::server
