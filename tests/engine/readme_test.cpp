// The README's table of options says what the options themselves say.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "engine/engine.h"

namespace skua {
namespace {

TEST(Readme, ListsEveryOptionAsItIs) {
    std::ifstream file(SKUA_SOURCE_DIR "/README.md");
    std::stringstream text;
    text << file.rdbuf();
    const std::string readme = text.str();
    ASSERT_FALSE(readme.empty());

    const Engine engine;
    for (const Option& option : engine.options().all()) {
        std::string initial = option.initial;
        if (option.kind == Option::Kind::Text && initial.empty()) { initial = "`<empty>`"; }
        const std::string start =
            "| `" + option.name + "` | " + initial + (option.kind == Option::Kind::Button ? "| " : " | ");
        const std::size_t row = readme.find(start);
        ASSERT_NE(row, std::string::npos) << "no row that begins " << start;
        const std::string line = readme.substr(row, readme.find('\n', row) - row);
        EXPECT_NE(line.find("| " + option.meaning + " |"), std::string::npos) << line;
        // The upper end of Hash is the machine's own.
        if (option.kind == Option::Kind::Spin && option.name != "Hash") {
            const std::string range = "| " + std::to_string(option.low) + " to " + std::to_string(option.high) + " |";
            EXPECT_NE(line.find(range), std::string::npos) << line;
        }
        if (option.kind == Option::Kind::Combo) {
            std::string choices;
            for (const std::string& choice : option.choices) { choices += (choices.empty() ? "" : ", ") + choice; }
            EXPECT_NE(line.find("| " + choices + " |"), std::string::npos) << line;
        }
    }
}

}  // namespace
}  // namespace skua
