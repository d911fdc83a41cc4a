// The files of deploy/ and the program fit together; scripts/check_deploy.sh has them read by the programs that they
// are for.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
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

std::set<std::string> matches_in(const std::string& text, const std::string& pattern) {
    const std::regex regex(pattern);
    std::set<std::string> found;
    for (std::sregex_iterator each(text.begin(), text.end(), regex), end; each != end; ++each) {
        found.insert(each->str(1));
    }
    return found;
}

std::string help() {
    std::ostringstream output;
    const char* const words[] = {"skua-server", "--help"};
    parse_command_line(2, words, output, output);
    return output.str();
}

TEST(Deploy, UsesOptionsThatExist) {
    std::set<std::string> known{"SKUA_A", "SKUA_B", "SKUA_BIND"};  // of haproxy.cfg
    for (std::string option : matches_in(help(), "--([a-z-]+)")) {
        std::transform(option.begin(), option.end(), option.begin(),
                       [](char c) { return c == '-' ? '_' : to_upper(c); });
        known.insert("SKUA_" + option);
    }
    std::size_t used = 0;
    for (const fs::directory_entry& file : fs::directory_iterator(Folder)) {
        for (const std::string& name : matches_in(text_of(file.path()), "\\b(SKUA_[A-Z_]+)")) {
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
        for (const std::string& figure : matches_in(text_of(Folder / name), "\\b(skua_[a-z_]+)")) {
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
    const auto count = [&pods](const std::string& words) {
        const std::regex regex(words);
        return std::distance(std::sregex_iterator(pods.begin(), pods.end(), regex), std::sregex_iterator());
    };
    EXPECT_EQ(count("containers:"), 3);
    EXPECT_EQ(count("containers:"), count("readOnlyRootFilesystem: true"));
    EXPECT_EQ(count("containers:"), count("runAsNonRoot: true"));
    EXPECT_EQ(count("containers:"), count("allowPrivilegeEscalation: false"));
}

}  // namespace
}  // namespace skua::server
