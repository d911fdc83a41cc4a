#include "analysis/statement.h"

#include <gtest/gtest.h>

#include <algorithm>
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

}  // namespace
}  // namespace skua
