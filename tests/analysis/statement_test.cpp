#include "analysis/statement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace skua {
namespace {

template <typename Enum>
void expect_stable_names() {
    std::set<std::string> names;
    for (int i = 0; i < static_cast<int>(Enum::Count); ++i) {
        const std::string name(name_of(static_cast<Enum>(i)));
        EXPECT_FALSE(name.empty());
        EXPECT_TRUE(std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; }))
            << name;
        EXPECT_TRUE(names.insert(name).second) << name << " twice";
    }
}

TEST(Statements, HaveNamesForPrograms) {
    expect_stable_names<StatementKind>();
    expect_stable_names<StatementRole>();
    expect_stable_names<StatementCheck>();
    EXPECT_EQ(name_of(StatementKind::InsufficientMaterial), "insufficient_material");
    EXPECT_EQ(name_of(StatementRole::Better), "better");
    EXPECT_EQ(name_of(StatementCheck::MateSearch), "mate_search");
}

TEST(Statements, AreAllInTheDocumentation) {
    std::ifstream file(SKUA_SOURCE_DIR "/docs/explanations.md");
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    const auto expect_named = [&](std::string_view name) {
        EXPECT_NE(page.find('`' + std::string(name) + '`'), std::string::npos) << name;
    };
    for (int i = 0; i < static_cast<int>(StatementKind::Count); ++i) {
        expect_named(name_of(static_cast<StatementKind>(i)));
    }
    for (int i = 0; i < static_cast<int>(StatementRole::Count); ++i) {
        expect_named(name_of(static_cast<StatementRole>(i)));
    }
}

}  // namespace
}  // namespace skua
