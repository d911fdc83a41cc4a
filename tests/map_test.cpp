// The map in ARCHITECTURE.md ("The tree") names the folders of src/, lab/ and server/ and what is in them, and nothing
// else. A folder may be described as a whole; if the map names one of its modules, it names all.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

// The map as it is written: folders with the words beside and below them, and what its left column names in each.
struct Map {
    std::map<std::string, std::set<std::string>> words;
    std::map<std::string, std::set<std::string>> names;
};

// Modules by folder: "src/chess" has "position", whatever its files end in.
using Tree = std::map<std::string, std::set<std::string>>;

std::set<std::string> words_of(std::string_view text) {
    std::set<std::string> words;
    std::string word;
    for (const char c : std::string{text} + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
            word += c;
        } else if (!word.empty()) {
            words.insert(word);
            word.clear();
        }
    }
    return words;
}

// The left column of a line: all but the description, which follows after two spaces or more. Without such a gap it
// begins where the map has its descriptions.
std::string left_column(const std::string& line) {
    constexpr std::size_t DescriptionColumn = 33;
    const std::size_t begin = line.find_first_not_of(' ');
    const std::size_t gap = line.rfind("  ");
    if (begin >= DescriptionColumn) { return ""; }
    return line.substr(0, gap != std::string::npos && gap > begin ? gap : DescriptionColumn);
}

Map parse_map(const std::string& text) {
    Map map;
    // The folders that are open at this line, each with its indentation.
    std::vector<std::pair<std::size_t, std::string>> open;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t indentation = line.find_first_not_of(' ');
        if (indentation == std::string::npos) { continue; }
        const std::string left = left_column(line);
        if (!left.empty()) {
            while (!open.empty() && open.back().first >= indentation) { open.pop_back(); }
        }
        std::vector<std::string> in;
        if (!open.empty()) { in.push_back(open.back().second); }
        std::istringstream names{left};
        std::vector<std::string> opened;
        for (std::string name; names >> name;) {
            if (name.back() == '/') {
                opened.push_back((in.empty() ? "" : in.front() + "/") + name.substr(0, name.size() - 1));
            } else if (!in.empty()) {
                map.names[in.front()].insert(name.substr(0, name.find('.')));
            }
        }
        const auto found = words_of(line);
        for (const auto& folder : in) { map.words[folder].insert(found.begin(), found.end()); }
        for (const auto& folder : opened) {
            map.words[folder].insert(found.begin(), found.end());
            open.emplace_back(indentation, folder);
        }
    }
    return map;
}

Tree read_tree(const fs::path& root) {
    static const std::set<std::string> Sources{".h", ".cpp", ".inc", ".S"};
    Tree tree;
    for (const char* const top : {"src", "lab", "server"}) {
        for (const auto& entry : fs::recursive_directory_iterator{root / top}) {
            if (!entry.is_regular_file() || !Sources.contains(entry.path().extension().string())) { continue; }
            const auto folder = entry.path().parent_path().lexically_relative(root).generic_string();
            tree[folder].insert(entry.path().stem().string());
        }
    }
    return tree;
}

std::vector<std::string> compare(const Map& map, const Tree& tree) {
    std::vector<std::string> problems;
    for (const auto& [folder, modules] : tree) {
        const auto words = map.words.find(folder);
        if (words == map.words.end()) {
            problems.push_back("the map lacks the folder " + folder + "/");
            continue;
        }
        if (!map.names.contains(folder)) { continue; }
        for (const auto& module : modules) {
            if (!words->second.contains(module)) { problems.push_back("the map lacks " + folder + "/" + module); }
        }
    }
    for (const auto& [folder, names] : map.names) {
        if (!folder.starts_with("src") && !folder.starts_with("lab") && !folder.starts_with("server")) { continue; }
        const auto modules = tree.find(folder);
        for (const auto& name : names) {
            if (modules == tree.end() || !modules->second.contains(name)) {
                problems.push_back("the map names " + folder + "/" + name + ", which does not exist");
            }
        }
    }
    return problems;
}

std::string tree_section() {
    std::ifstream file{fs::path{SKUA_SOURCE_DIR} / "ARCHITECTURE.md"};
    std::ostringstream text;
    text << file.rdbuf();
    const std::string page = text.str();
    const auto begin = page.find("## The tree\n\n");
    const auto end = page.find("\n\n", begin + 13);
    return begin == std::string::npos ? "" : page.substr(begin + 13, end - begin - 13);
}

TEST(Map, NamesEveryModuleAndNothingElse) {
    const std::string text = tree_section();
    ASSERT_FALSE(text.empty());
    for (const auto& problem : compare(parse_map(text), read_tree(SKUA_SOURCE_DIR))) { ADD_FAILURE() << problem; }
}

TEST(MapChecker, FindsWhatIsMissingAndWhatIsTooMuch) {
    const std::string text =
        "    src/                         include paths start here\n"
        "      base/                      no chess: prng, result\n"
        "      chess/                     the rules\n"
        "        types move.inc           squares; a move\n"
        "      uci/  xboard/              protocols: uci, xboard\n"
        "      main.cpp                   the program\n";
    const Map map = parse_map(text);
    const Tree tree{{"src", {"main"}},
                    {"src/base", {"prng", "result"}},
                    {"src/chess", {"types", "move"}},
                    {"src/uci", {"uci"}},
                    {"src/xboard", {"xboard"}}};
    EXPECT_TRUE(compare(map, tree).empty());

    Tree more = tree;
    more["src/base"].insert("json");
    more["src/chess"].insert("game");
    more["src/book"].insert("polyglot");
    EXPECT_EQ(compare(map, more),
              (std::vector<std::string>{"the map lacks the folder src/book/", "the map lacks src/chess/game"}));

    Tree fewer = tree;
    fewer["src/chess"].erase("types");
    EXPECT_EQ(compare(map, fewer), std::vector<std::string>{"the map names src/chess/types, which does not exist"});
}

}  // namespace
