// A room includes only rooms it may know, and modules don't include each other in a ring. A room is a folder of src/;
// a module is a header with its source file of the same stem. Who may know whom is written once, in src/CMakeLists.txt;
// this test reads it from there (SKUA_ROOM_RULE), checks every #include in src/, lab/ and server/, and names those that
// break it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
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
// eval knows base. main knows every room, lab knows everything up to analysis, and server what wasm knows: it is a
// front end, too.
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
    std::set<std::string> all_rooms;
    for (const auto& [room, known] : rule) all_rooms.insert(room);
    if (const auto analysis = rule.find("analysis"); analysis != rule.end()) {
        std::set<std::string> known = analysis->second;
        known.insert("analysis");
        rule["lab"] = known;
    }
    if (const auto wasm = rule.find("wasm"); wasm != rule.end()) { rule["server"] = wasm->second; }
    rule["main"] = all_rooms;
    return rule;
}

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "no other room" : text;
}

struct Include {
    int line = 0;
    std::optional<bool> quoted;  // "name" or <name>; nothing for a macro
    std::string name;
};

std::vector<Include> includes_of(const std::string& text) {
    static const std::regex Directive{R"(^\s*#\s*include\s*(.*?)\s*$)"};
    static const std::regex Target{R"(^(["<])([^">]+)[">].*$)"};
    std::vector<Include> includes;
    std::istringstream lines{text};
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::smatch directive;
        if (!std::regex_match(line, directive, Directive)) continue;
        const std::string rest = directive[1];
        std::smatch target;
        if (std::regex_match(rest, target, Target)) {
            includes.push_back({number, target[1] == "\"", target[2]});
        } else {
            includes.push_back({number, std::nullopt, rest});
        }
    }
    return includes;
}

// Lists what is wrong with the includes of one file. The path is relative to src/, or begins with lab/ or server/.
Problems check_file(const Rule& rule, const std::string& path, const std::string& text) {
    const auto first_part = [](const std::string& name) { return name.substr(0, name.find('/')); };
    const bool in_room = path.find('/') != std::string::npos;
    const std::string room = in_room ? first_part(path) : "main";
    const auto known = rule.find(room);
    if (known == rule.end()) return {path + ": room '" + room + "' is not in the list in src/CMakeLists.txt"};
    if (!in_room && path != "main.cpp") return {path + ": only main.cpp lives outside the rooms"};

    Problems problems;
    for (const auto& [number, quoted, name] : includes_of(text)) {
        const auto complain = [&, line = number](const std::string& reason) {
            problems.push_back(path + ":" + std::to_string(line) + ": " + reason);
        };
        if (!quoted.has_value()) {
            complain("an include behind a macro can't be checked: " + name);
            continue;
        }
        const std::string other = first_part(name);
        const bool has_folder = other != name;
        if (*quoted && (!has_folder || other == "." || other == "..")) {
            complain("write \"" + name + "\" from src/ on, as in \"chess/move.h\"");
        } else if (!rule.contains(other) || other == "main") {
            if (*quoted) complain("\"" + name + "\" is in no room; system headers go in <>");
        } else if (has_folder && other != room && !known->second.contains(other)) {
            complain("'" + room + "' may not know '" + other + "' (" + name + "); it may know " +
                     joined(known->second));
        }
    }
    return problems;
}

// Files by their path, as they are named in an #include.
using Sources = std::map<std::string, std::string>;

// Finds a ring of modules that include each other, and returns it as "a -> b -> a"; empty if there is none.
std::string find_ring(const Sources& sources) {
    const auto module_of = [](const std::string& path) { return path.substr(0, path.rfind('.')); };
    std::map<std::string, std::set<std::string>> included;
    for (const auto& [path, text] : sources) {
        auto& others = included[module_of(path)];
        for (const Include& include : includes_of(text)) {
            if (include.quoted.value_or(false)) others.insert(module_of(include.name));
        }
        others.erase(module_of(path));
    }
    // A depth-first walk: a module that is met again while it is still on the path closes a ring.
    std::vector<std::string> path;
    std::set<std::string> done;
    std::string ring;
    const std::function<void(const std::string&)> visit = [&](const std::string& module) {
        if (!ring.empty() || done.contains(module)) return;
        if (const auto start = std::find(path.begin(), path.end(), module); start != path.end()) {
            for (auto each = start; each != path.end(); ++each) ring += *each + " -> ";
            ring += module;
            return;
        }
        path.push_back(module);
        for (const std::string& other : included[module]) visit(other);
        path.pop_back();
        done.insert(module);
    };
    const std::map<std::string, std::set<std::string>> modules = included;
    for (const auto& [module, others] : modules) visit(module);
    return ring;
}

void read_tree(const fs::path& root, const std::string& prefix, Sources& sources) {
    static const std::set<std::string> Extensions{".h", ".hpp", ".cpp", ".inc"};
    if (!fs::exists(root)) return;
    for (const auto& entry : fs::recursive_directory_iterator{root}) {
        if (!entry.is_regular_file() || !Extensions.contains(entry.path().extension().string())) continue;
        std::ifstream file{entry.path()};
        std::ostringstream text;
        text << file.rdbuf();
        sources[prefix + entry.path().lexically_relative(root).generic_string()] = text.str();
    }
}

const Sources& all_sources() {
    static const Sources All = [] {
        Sources sources;
        read_tree(fs::path{SKUA_SOURCE_DIR} / "src", "", sources);
        read_tree(fs::path{SKUA_SOURCE_DIR} / "lab", "lab/", sources);
        read_tree(fs::path{SKUA_SOURCE_DIR} / "server", "server/", sources);
        return sources;
    }();
    return All;
}

const Rule& house() {
    static const Rule TheHouse = parse_rule(SKUA_ROOM_RULE);
    return TheHouse;
}

// ------------------------------------------------------------------ the house as it stands

TEST(Architecture, RoomsIncludeOnlyRoomsTheyMayKnow) {
    EXPECT_GT(all_sources().size(), 100U) << "found hardly any sources: is SKUA_SOURCE_DIR right?";
    for (const auto& [path, text] : all_sources()) {
        for (const auto& problem : check_file(house(), path, text)) ADD_FAILURE() << problem;
    }
}

TEST(Architecture, ModulesDontIncludeEachOtherInARing) { EXPECT_EQ(find_ring(all_sources()), ""); }

// In src, only base/platform_*.cpp may know the operating system.
Problems check_portability(const std::string& path, const std::string& text) {
    if (path.starts_with("base/platform_") || path.starts_with("lab/") || path.starts_with("server/")) return {};
    Problems problems;
    for (const auto* word : {"<unistd.h>", "<fcntl.h>", "<sys/", "<windows.h>", "<io.h>", "<csignal>", "<signal.h>",
                             "_WIN32", "__linux__", "__APPLE__", "__unix__", "__EMSCRIPTEN__"}) {
        if (text.find(word) != std::string::npos) {
            problems.push_back(path + " has " + word + ", which belongs in base/platform_*.cpp");
        }
    }
    return problems;
}

TEST(Architecture, OnlyPlatformFilesKnowTheSystem) {
    for (const auto& [path, text] : all_sources()) {
        for (const auto& problem : check_portability(path, text)) ADD_FAILURE() << problem;
    }
    EXPECT_EQ(check_portability("search/tt.cpp", "#include <sys/mman.h>\n").size(), 1U);
    EXPECT_EQ(check_portability("main.cpp", "#ifdef _WIN32\n").size(), 1U);
    EXPECT_TRUE(check_portability("base/platform_posix.cpp", "#include <sys/mman.h>\n").empty());
}

// The checker of statements knows of analysis only the statements themselves, searches and points: nothing of what
// found them.
Problems check_independence(const std::string& path, const std::string& text) {
    static const std::set<std::string> Known{"analysis/statement.h",       "analysis/statement_text.h",
                                             "analysis/material_search.h", "analysis/position_search.h",
                                             "analysis/move_quality.h",    "analysis/position_statements.h"};
    Problems problems;
    if (!path.starts_with("lab/proof/")) return problems;
    for (const Include& include : includes_of(text)) {
        if (include.name.starts_with("analysis/") && !Known.contains(include.name)) {
            problems.push_back(path + " has " + include.name + ", so it can't contradict it");
        }
    }
    return problems;
}

TEST(Architecture, TheCheckerOfStatementsIsIndependent) {
    for (const auto& [path, text] : all_sources()) {
        for (const auto& problem : check_independence(path, text)) ADD_FAILURE() << problem;
    }
    EXPECT_EQ(check_independence("lab/proof/checker.cpp", "#include \"analysis/motifs.h\"\n").size(), 1U);
    EXPECT_TRUE(check_independence("lab/proof/checker.cpp", "#include \"analysis/statement.h\"\n").empty());
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
        EXPECT_FALSE(known.contains("lab")) << room;
        EXPECT_FALSE(known.contains("server")) << room;
        if (room == "main" || room == "wasm" || room == "server") continue;
        EXPECT_FALSE(known.contains("uci")) << room;
        EXPECT_FALSE(known.contains("xboard")) << room;
    }
    for (const auto* room : {"base", "chess", "eval", "search", "engine"}) {
        EXPECT_FALSE(rule.at(room).contains("analysis")) << room;
    }
    EXPECT_TRUE(rule.at("lab").contains("analysis"));
    EXPECT_FALSE(rule.at("wasm").contains("xboard"));
    EXPECT_TRUE(rule.at("server").contains("cli"));
    EXPECT_FALSE(rule.at("server").contains("xboard"));
    for (const auto* room : {"uci", "xboard", "report", "cli", "wasm"})
        EXPECT_FALSE(rule.at("lab").contains(room)) << room;
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
    EXPECT_TRUE(refused("lab/tune.cpp", "\"report/html_report.h\""));
    EXPECT_TRUE(refused("search/search.cpp", "\"engine/options.h\""));
    EXPECT_TRUE(refused("engine/engine.cpp", "\"uci/uci.h\""));
    EXPECT_TRUE(refused("uci/uci.cpp", "\"xboard/xboard.h\""));
    EXPECT_TRUE(refused("xboard/xboard.cpp", "\"uci/uci.h\""));
    EXPECT_TRUE(refused("lab/tuning/tuner.cpp", "\"uci/uci.h\""));
    EXPECT_TRUE(refused("search/search.cpp", "\"lab/tuning/tuner.h\""));
    EXPECT_TRUE(refused("cli/analyse.cpp", "\"server/api.h\""));
    EXPECT_TRUE(refused("lab/tune.cpp", "\"server/api.h\""));
    EXPECT_TRUE(refused("server/api.cpp", "\"lab/games/dataset.h\""));
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

TEST(ArchitectureChecker, FindsARingOfModules) {
    // The header is innocent, but its source file closes the ring.
    const Sources ring{{"eval/evaluator.h", "#pragma once\n"},
                       {"eval/evaluator.cpp", "#include \"eval/evaluator.h\"\n#include \"eval/nnue/nnue.h\"\n"},
                       {"eval/nnue/nnue.h", "#include \"eval/nnue/network.h\"\n#include \"eval/evaluator.h\"\n"},
                       {"eval/nnue/network.h", "#include <vector>\n"}};
    EXPECT_EQ(find_ring(ring), "eval/evaluator -> eval/nnue/nnue -> eval/evaluator");
    EXPECT_EQ(find_ring({{"lab/a.h", "#include \"lab/b.h\"\n"}, {"lab/b.h", "#include \"lab/a.h\"\n"}}),
              "lab/a -> lab/b -> lab/a");

    Sources broken_up = ring;
    broken_up["eval/evaluators.cpp"] = broken_up.extract("eval/evaluator.cpp").mapped();
    EXPECT_EQ(find_ring(broken_up), "");
    EXPECT_EQ(find_ring({{"base/a.h", ""}, {"base/a.cpp", "#include \"base/a.h\"\n"}}), "");
    // Two ways to one module are not a ring.
    EXPECT_EQ(find_ring({{"a.h", "#include \"b.h\"\n#include \"c.h\"\n"},
                         {"b.h", "#include \"d.h\"\n"},
                         {"c.h", "#include \"d.h\"\n"},
                         {"d.h", ""}}),
              "");
}

TEST(ArchitectureChecker, KnowingIsInherited) {
    const Rule rule = parse_rule("a: b:a c:b d:b e:c,d ");
    EXPECT_EQ(rule.at("e"), (std::set<std::string>{"a", "b", "c", "d"}));
    EXPECT_EQ(rule.at("c"), (std::set<std::string>{"a", "b"}));
}

}  // namespace
