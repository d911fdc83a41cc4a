// A room includes only rooms it may know. The rule is written once, in src/CMakeLists.txt; this test reads it
// from there (SKUA_ROOM_RULE), looks at every #include in src/ and lab/, and says which ones break it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// A room, and the rooms whose headers it may include (itself is not among them).
using Rule = std::map<std::string, std::set<std::string>>;
using Problems = std::vector<std::string>;

// "base: chess:base eval:chess": each room with the rooms that it is built on. Knowing is inherited, so that
// eval knows base. main knows everybody, and the workshop lab knows everything up to engine.
Rule parse_rule(const std::string& text) {
    Rule rule;
    std::istringstream rooms{text};
    for (std::string entry; rooms >> entry;) {
        const auto colon = entry.find(':');
        auto& known = rule[entry.substr(0, colon)];
        std::istringstream depends{entry.substr(colon + 1)};
        for (std::string room; std::getline(depends, room, ',');) {
            known.insert(room);
            known.insert(rule.at(room).begin(), rule.at(room).end());
        }
    }
    std::set<std::string> everybody;
    for (const auto& [room, known] : rule) everybody.insert(room);
    if (const auto engine = rule.find("engine"); engine != rule.end()) {
        std::set<std::string> known = engine->second;
        known.insert("engine");
        rule["lab"] = known;
    }
    rule["main"] = everybody;
    return rule;
}

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "no other room" : text;
}

// What is wrong with the includes of one file. The path starts at src/, or with lab/ for the workshop.
Problems check_file(const Rule& rule, const std::string& path, const std::string& text) {
    const auto first_part = [](const std::string& name) { return name.substr(0, name.find('/')); };
    const bool in_room = path.find('/') != std::string::npos;
    const std::string room = in_room ? first_part(path) : "main";
    const auto known = rule.find(room);
    if (known == rule.end()) return {path + ": room '" + room + "' is not in the list in src/CMakeLists.txt"};
    if (!in_room && path != "main.cpp") return {path + ": only main.cpp lives outside the rooms"};

    static const std::regex Directive{R"(^\s*#\s*include\s*(.*?)\s*$)"};
    static const std::regex Target{R"(^(["<])([^">]+)[">].*$)"};
    Problems problems;
    std::istringstream lines{text};
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::smatch directive;
        if (!std::regex_match(line, directive, Directive)) continue;
        const auto complain = [&](const std::string& reason) {
            problems.push_back(path + ":" + std::to_string(number) + ": " + reason);
        };
        const std::string rest = directive[1];
        std::smatch target;
        if (!std::regex_match(rest, target, Target)) {
            complain("an include behind a macro can't be checked: " + rest);
            continue;
        }
        const bool quoted = target[1] == "\"";
        const std::string name = target[2];
        const std::string other = first_part(name);
        const bool has_folder = other != name;
        if (quoted && (!has_folder || other == "." || other == "..")) {
            complain("write \"" + name + "\" from src/ on, as in \"chess/move.h\"");
        } else if (!rule.contains(other) || other == "main") {
            if (quoted) complain("\"" + name + "\" is in no room; system headers go in <>");
        } else if (has_folder && other != room && !known->second.contains(other)) {
            complain("'" + room + "' may not know '" + other + "' (" + name + "); it may know " +
                     joined(known->second));
        }
    }
    return problems;
}

Problems check_tree(const Rule& rule, const fs::path& root, const std::string& prefix, int& files) {
    static const std::set<std::string> Extensions{".h", ".hpp", ".cpp", ".inc"};
    Problems problems;
    if (!fs::exists(root)) return problems;
    for (const auto& entry : fs::recursive_directory_iterator{root}) {
        if (!entry.is_regular_file() || !Extensions.contains(entry.path().extension().string())) continue;
        std::ifstream file{entry.path()};
        std::ostringstream text;
        text << file.rdbuf();
        const auto path = prefix + entry.path().lexically_relative(root).generic_string();
        for (auto& problem : check_file(rule, path, text.str())) problems.push_back(std::move(problem));
        ++files;
    }
    return problems;
}

const Rule& house() {
    static const Rule TheHouse = parse_rule(SKUA_ROOM_RULE);
    return TheHouse;
}

// ------------------------------------------------------------------ the house as it stands

TEST(Architecture, RoomsIncludeOnlyRoomsTheyMayKnow) {
    int files = 0;
    Problems problems = check_tree(house(), fs::path{SKUA_SOURCE_DIR} / "src", "", files);
    for (auto& problem : check_tree(house(), fs::path{SKUA_SOURCE_DIR} / "lab", "lab/", files)) {
        problems.push_back(std::move(problem));
    }
    EXPECT_GT(files, 0) << "found no sources: is SKUA_SOURCE_DIR right?";
    for (const auto& problem : problems) ADD_FAILURE() << problem;
}

TEST(Architecture, TheRuleItselfKeepsItsPromises) {
    const Rule& rule = house();
    EXPECT_TRUE(rule.at("base").empty());
    EXPECT_EQ(rule.at("chess"), std::set<std::string>{"base"});
    EXPECT_EQ(rule.at("eval"), (std::set<std::string>{"base", "chess"}));
    EXPECT_TRUE(rule.at("analysis").contains("engine"));
    EXPECT_EQ(rule.at("uci"), rule.at("xboard"));
    for (const auto& [room, known] : rule) {
        EXPECT_FALSE(known.contains(room)) << room << " is built on itself";
        if (room == "main") continue;
        EXPECT_FALSE(known.contains("uci")) << room;
        EXPECT_FALSE(known.contains("xboard")) << room;
    }
    for (const auto* room : {"base", "chess", "eval", "search", "engine"}) {
        EXPECT_FALSE(rule.at(room).contains("analysis")) << room;
    }
    EXPECT_TRUE(rule.at("lab").contains("engine"));
    EXPECT_FALSE(rule.at("lab").contains("analysis"));
}

// ------------------------------------------------------------------ the checker can say no

TEST(ArchitectureChecker, AcceptsWhatTheRuleAllows) {
    const Rule& rule = house();
    EXPECT_TRUE(check_file(rule, "chess/position.cpp", "#include <vector>\n#include <sys/mman.h>\n").empty());
    EXPECT_TRUE(check_file(rule, "chess/position.cpp", "#include \"chess/move.h\"\n").empty());
    EXPECT_TRUE(check_file(rule, "chess/position.cpp", "  #  include \"base/result.h\"  // why\n").empty());
    EXPECT_TRUE(check_file(rule, "eval/classical/king.cpp", "#include \"eval/score.h\"\n").empty());
    EXPECT_TRUE(check_file(rule, "search/search.cpp", "#include \"eval/evaluator.h\"\n").empty());
    EXPECT_TRUE(check_file(rule, "uci/uci.cpp", "#include \"engine/engine.h\"\n").empty());
    EXPECT_TRUE(check_file(rule, "main.cpp", "#include \"uci/uci.h\"\n#include \"xboard/xboard.h\"\n").empty());
    EXPECT_TRUE(
        check_file(rule, "lab/tuning/tuner.cpp", "#include \"engine/engine.h\"\n#include \"lab/games/dataset.h\"\n")
            .empty());
    EXPECT_TRUE(check_file(rule, "base/prng.h", "// #include \"chess/move.h\"\n").empty());
}

TEST(ArchitectureChecker, RefusesARoomToTheRight) {
    const auto problems = check_file(house(), "chess/position.cpp", "#pragma once\n\n#include \"search/tt.h\"\n");
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0], "chess/position.cpp:3: 'chess' may not know 'search' (search/tt.h); it may know base");
}

TEST(ArchitectureChecker, RefusesEveryForbiddenNeighbour) {
    const Rule& rule = house();
    const auto refused = [&](const std::string& path, const std::string& include) {
        return check_file(rule, path, "#include " + include + "\n").size() == 1;
    };
    EXPECT_TRUE(refused("base/prng.h", "\"chess/move.h\""));
    EXPECT_TRUE(refused("base/prng.h", "<chess/move.h>"));
    EXPECT_TRUE(refused("eval/evaluator.h", "\"book/polyglot.h\""));
    EXPECT_TRUE(refused("engine/engine.cpp", "\"analysis/explanation.h\""));
    EXPECT_TRUE(refused("lab/tune.cpp", "\"analysis/explanation.h\""));
    EXPECT_TRUE(refused("search/search.cpp", "\"engine/options.h\""));
    EXPECT_TRUE(refused("engine/engine.cpp", "\"uci/uci.h\""));
    EXPECT_TRUE(refused("uci/uci.cpp", "\"xboard/xboard.h\""));
    EXPECT_TRUE(refused("xboard/xboard.cpp", "\"uci/uci.h\""));
    EXPECT_TRUE(refused("lab/tuning/tuner.cpp", "\"uci/uci.h\""));
    EXPECT_TRUE(refused("search/search.cpp", "\"lab/tuning/tuner.h\""));
}

TEST(ArchitectureChecker, RefusesWaysAroundTheRule) {
    const Rule& rule = house();
    const auto refused = [&](const std::string& path, const std::string& include) {
        return check_file(rule, path, "#include " + include + "\n").size() == 1;
    };
    EXPECT_TRUE(refused("chess/position.cpp", "\"../search/tt.h\""));
    EXPECT_TRUE(refused("chess/position.cpp", "\"move.h\""));
    EXPECT_TRUE(refused("chess/position.cpp", "\"kitchen/sink.h\""));
    EXPECT_TRUE(refused("chess/position.cpp", "POSITION_HEADER"));
    EXPECT_TRUE(refused("kitchen/sink.cpp", "<vector>"));
    EXPECT_TRUE(refused("globals.h", "<vector>"));
}

TEST(ArchitectureChecker, KnowingIsInherited) {
    const Rule rule = parse_rule("a: b:a c:b d:b e:c,d ");
    EXPECT_EQ(rule.at("e"), (std::set<std::string>{"a", "b", "c", "d"}));
    EXPECT_EQ(rule.at("c"), (std::set<std::string>{"a", "b"}));
}

}  // namespace
