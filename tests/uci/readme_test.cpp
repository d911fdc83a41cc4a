// The README's table of options says what the options themselves say.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "uci/uci.h"

namespace skua {
namespace {

std::string readme() {
    std::ifstream file(SKUA_SOURCE_DIR "/README.md");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string range_of(const Option& option) {
    if (const auto* const spin = std::get_if<SpinOption>(&option.kind)) {
        // The upper end of Hash is the machine's own.
        return option.name == "Hash" ? "" : std::to_string(spin->low) + " to " + std::to_string(spin->high);
    }
    std::string choices;
    if (const auto* const combo = std::get_if<ComboOption>(&option.kind)) {
        for (const std::string& choice : combo->choices) { choices += (choices.empty() ? "" : ", ") + choice; }
    }
    return choices;
}

void expect_row(const std::string& text, const Option& option) {
    const std::string initial = option.initial() == "<empty>" ? "`<empty>`" : option.initial();
    const std::string start = "| `" + option.name + "` | " + initial + (initial.empty() ? "| " : " | ");
    const std::size_t row = text.find(start);
    ASSERT_NE(row, std::string::npos) << "no row that begins " << start;
    const std::string line = text.substr(row, text.find('\n', row) - row);
    EXPECT_NE(line.find("| " + option.meaning + " |"), std::string::npos) << line << "\nshould say: " << option.meaning;
    if (const std::string range = range_of(option); !range.empty()) {
        EXPECT_NE(line.find("| " + range + " |"), std::string::npos) << line;
    }
}

TEST(Readme, ListsEveryOptionAsItIs) {
    const std::string text = readme();
    ASSERT_FALSE(text.empty());
    std::ostringstream out;
    LineWriter writer(out);
    const Uci uci(writer);
    int count = 0;
    for (const Options* const options : uci.all_options()) {
        for (const Option& option : options->all()) {
            expect_row(text, option);
            ++count;
        }
    }
    EXPECT_GE(count, 18);
}

}  // namespace
}  // namespace skua
