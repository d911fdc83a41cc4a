// The files of deploy/ and the program fit together; scripts/check_deploy.sh has them read by the programs that they
// are for.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "base/parse.h"
#include "server/config.h"
#include "server/metrics.h"

namespace skua::server {
namespace {

namespace fs = std::filesystem;

const fs::path Folder = fs::path(SKUA_SOURCE_DIR) / "deploy";

std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The words that begin so and go on with letters that fit.
template <typename Fits>
std::set<std::string> words_in(const std::string& text, const std::string& beginning, Fits fits) {
    std::set<std::string> found;
    for (std::size_t at = text.find(beginning); at != std::string::npos; at = text.find(beginning, at + 1)) {
        const bool is_inside = at > 0 && (is_lower(text[at - 1]) || is_upper(text[at - 1]) || text[at - 1] == '_');
        std::size_t end = at + beginning.size();
        while (end < text.size() && fits(text[end])) { ++end; }
        if (!is_inside && end > at + beginning.size()) { found.insert(text.substr(at, end - at)); }
    }
    return found;
}

std::size_t count_in(const std::string& text, const std::string& words) {
    std::size_t count = 0;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) { ++count; }
    return count;
}

std::string help() {
    std::ostringstream output;
    const char* const words[] = {"skua-server", "--help"};
    parse_command_line(2, words, output, output);
    return output.str();
}

TEST(Deploy, UsesOptionsThatExist) {
    std::set<std::string> known{"SKUA_A", "SKUA_B", "SKUA_BIND"};  // of haproxy.cfg
    for (const std::string& word : words_in(help(), "--", [](char c) { return is_lower(c) || c == '-'; })) {
        std::string option = word.substr(2);
        std::transform(option.begin(), option.end(), option.begin(),
                       [](char c) { return c == '-' ? '_' : to_upper(c); });
        known.insert("SKUA_" + option);
    }
    std::size_t used = 0;
    for (const fs::directory_entry& file : fs::directory_iterator(Folder)) {
        for (const std::string& name :
             words_in(text_of(file.path()), "SKUA_", [](char c) { return is_upper(c) || c == '_'; })) {
            EXPECT_TRUE(known.contains(name)) << name << " in " << file.path();
            ++used;
        }
    }
    EXPECT_GT(used, 10U);
}

TEST(Deploy, WatchesFiguresThatExist) {
    const std::string figures = Metrics().text();
    std::size_t used = 0;
    for (const char* const name : {"alerts.yml", "kubernetes.yml"}) {
        for (const std::string& figure :
             words_in(text_of(Folder / name), "skua_", [](char c) { return is_lower(c) || c == '_'; })) {
            EXPECT_NE(figures.find("# TYPE " + figure + ' '), std::string::npos) << figure << " in " << name;
            ++used;
        }
    }
    EXPECT_GE(used, 4U);
}

TEST(Deploy, ContainersRunAsANormalUserOnAReadOnlyRoot) {
    EXPECT_NE(text_of(Folder / "Containerfile").find("\nUSER 65532:65532\n"), std::string::npos);
    EXPECT_NE(text_of(Folder / "compose.yml").find("read_only: true"), std::string::npos);
    const std::string pods = text_of(Folder / "kubernetes.yml");
    EXPECT_EQ(count_in(pods, "containers:"), 3U);
    EXPECT_EQ(count_in(pods, "containers:"), count_in(pods, "readOnlyRootFilesystem: true"));
    EXPECT_EQ(count_in(pods, "containers:"), count_in(pods, "runAsNonRoot: true"));
    EXPECT_EQ(count_in(pods, "containers:"), count_in(pods, "allowPrivilegeEscalation: false"));
}

}  // namespace
}  // namespace skua::server
