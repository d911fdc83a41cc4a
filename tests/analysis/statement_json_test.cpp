#include "analysis/statement_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analysis/support.h"

namespace skua {
namespace {

TEST(StatementJson, HasEverythingOfTheContract) {
    const Position before;
    const Move played = move_of(before, "g2g4");
    Statement statement;
    statement.kind = StatementKind::OnlyMove;
    statement.line = {played, Move::none()};
    statement.moves = {move_of(before, "e2e4")};
    statement.check = StatementCheck::Search;
    statement.nodes = 1234;
    const auto json = nlohmann::json::parse(to_json({statement}, before, played, Variant::Standard).text());
    ASSERT_EQ(json.size(), 1U);
    EXPECT_EQ(json[0]["kind"], "only_move");
    EXPECT_EQ(json[0]["role"], "does");
    EXPECT_EQ(json[0]["text"], "g4 is the only good move; next best is e4.");
    EXPECT_EQ(json[0]["line"], (nlohmann::json{"g2g4", "0000"}));
    EXPECT_EQ(json[0]["from"], "before");
    EXPECT_EQ(json[0]["check"], "search");
    EXPECT_EQ(json[0]["nodes"], 1234);
}

}  // namespace
}  // namespace skua
