#include "server/config.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "server/support/server_process.h"

namespace skua::server {
namespace {

struct Parsed {
    Command command;
    std::string output;
    std::string errors;
};

Parsed parse(std::vector<const char*> words) {
    words.insert(words.begin(), "skua-server");
    std::ostringstream output;
    std::ostringstream errors;
    Parsed parsed;
    parsed.command = parse_command_line(static_cast<int>(words.size()), words.data(), output, errors);
    parsed.output = output.str();
    parsed.errors = errors.str();
    return parsed;
}

TEST(Config, FlagsCountMoreThanTheFileAndThatMoreThanTheEnvironment) {
    const TemporaryFolder folder;
    std::ofstream(folder.path("conf")) << "port=1001\nslots=3\n";
    const std::string file = folder.path("conf");
    ::setenv("SKUA_PORT", "1002", 1);
    ::setenv("SKUA_SLOTS", "4", 1);
    ::setenv("SKUA_QUEUE", "7", 1);
    const Parsed parsed = parse({"--config", file.c_str(), "--port", "1003"});
    ::unsetenv("SKUA_PORT");
    ::unsetenv("SKUA_SLOTS");
    ::unsetenv("SKUA_QUEUE");
    EXPECT_EQ(parsed.errors, "");
    EXPECT_EQ(parsed.command.config.port, 1003);
    EXPECT_EQ(parsed.command.config.slots, 3);
    EXPECT_EQ(parsed.command.config.queue, 7);
    EXPECT_EQ(parsed.command.config.address, "127.0.0.1");
}

TEST(Config, ReadsLists) {
    EXPECT_EQ(parse({"--origin", "https://a,https://b"}).command.config.origins,
              (std::vector<std::string>{"https://a", "https://b"}));
}

TEST(Config, RefusesWrongOptionsInWords) {
    for (const auto& words : std::vector<std::vector<const char*>>{
             {"--port", "x"}, {"--port", "70000"}, {"--port"}, {"--nonsense"}, {"stray"}, {"--slots", "-1"}}) {
        const Parsed parsed = parse(words);
        EXPECT_EQ(parsed.command.kind, Command::Kind::Exit) << words[0];
        EXPECT_EQ(parsed.command.exit_code, 2) << words[0];
        EXPECT_TRUE(parsed.errors.starts_with("skua-server: ")) << parsed.errors;
        EXPECT_EQ(std::count(parsed.errors.begin(), parsed.errors.end(), '\n'), 1) << parsed.errors;
    }
    EXPECT_EQ(parse({"--port", "70000"}).errors,
              "skua-server: the option --port needs a whole number from 0 to 65535, not \"70000\"; --help lists the "
              "options\n");
}

TEST(Config, AWorkerNeedsRedis) {
    EXPECT_EQ(parse({"worker"}).command.exit_code, 2);
    const Parsed parsed = parse({"worker", "--redis", "127.0.0.1:7000", "--slots", "4"});
    EXPECT_EQ(parsed.command.kind, Command::Kind::Work) << parsed.errors;
    EXPECT_EQ(parsed.command.config.redis, "127.0.0.1:7000");
    EXPECT_EQ(parsed.command.config.slots, 4);
}

TEST(Config, HelpFitsAScreen) {
    const std::string help = parse({"--help"}).output;
    EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 40) << help;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) { EXPECT_LE(line.size(), 120U) << line; }
}

}  // namespace
}  // namespace skua::server
