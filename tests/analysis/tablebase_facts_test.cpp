#include "analysis/tablebase_facts.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "chess/support.h"

namespace skua {
namespace {

using tablebase::Outcome;
using tablebase::Tables;

const Tables& three_pieces() {
    static const std::unique_ptr<const Tables> Made = [] {
        auto tables = std::make_unique<Tables>();
        tables->add_folder(SKUA_SOURCE_DIR "/tests/data/syzygy");
        return tables;
    }();
    return *Made;
}

Result<TablebaseFacts> facts_of(std::string_view fen, bool fifty_move_rule = true) {
    return look_up(three_pieces(), Game(position_of(fen)), fifty_move_rule);
}

constexpr std::string_view PawnEnding = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";

TEST(TablebaseFacts, ListTheBestMovesFirst) {
    const Result<TablebaseFacts> facts = facts_of(PawnEnding);
    ASSERT_TRUE(facts.ok());
    EXPECT_EQ(facts->outcome, Outcome::Win);
    ASSERT_TRUE(facts->dtz.has_value());
    EXPECT_GT(*facts->dtz, 0);
    ASSERT_EQ(facts->moves.size(), 4U);
    EXPECT_EQ(facts->moves[0].dtz, facts->dtz);
    for (std::size_t i = 0; i < facts->moves.size(); ++i) {
        EXPECT_EQ(facts->moves[i].outcome, i < 2 ? Outcome::Win : Outcome::Draw) << i;
    }
}

TEST(TablebaseFacts, KnowTheEndOfTheGame) {
    const Result<TablebaseFacts> mated = facts_of("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
    ASSERT_TRUE(mated.ok());
    EXPECT_EQ(mated->outcome, Outcome::Loss);
    EXPECT_EQ(mated->dtz, -1);
    EXPECT_NE(to_text(*mated).find("checkmate"), std::string::npos);
    const Result<TablebaseFacts> stalemated = facts_of("k7/8/1Q6/8/8/8/8/K7 b - - 0 1");
    ASSERT_TRUE(stalemated.ok());
    EXPECT_EQ(stalemated->outcome, Outcome::Draw);
    EXPECT_EQ(stalemated->dtz, 0);
    EXPECT_NE(to_text(*stalemated).find("stalemate"), std::string::npos);
}

TEST(TablebaseFacts, CountTheFiftyMoveRule) {
    constexpr std::string_view Late = "8/8/8/8/8/2k5/8/KQ6 w - - 96 80";
    EXPECT_EQ(facts_of(Late)->outcome, Outcome::CursedWin);
    EXPECT_EQ(facts_of(Late, false)->outcome, Outcome::Win);
}

TEST(TablebaseFacts, SayWhyAPositionIsUnknown) {
    EXPECT_EQ(facts_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1").error(),
              "tablebases know no positions in which castling is possible");
    EXPECT_EQ(facts_of("4k3/8/8/8/8/8/8/2R1K2R w - - 0 1").error(),
              "the position has 4 pieces, and the largest tables are for 3");
    EXPECT_EQ(look_up(Tables(), Game(position_of(PawnEnding)), true).error(), "there are no tablebases");
}

TEST(TablebaseFacts, HaveTheDocumentedJson) {
    const auto json = nlohmann::json::parse(to_json(*facts_of(PawnEnding)).text());
    EXPECT_EQ(json["fen"], PawnEnding);
    EXPECT_EQ(json["wdl"], 2);
    EXPECT_TRUE(json["dtz"].is_number_integer());
    ASSERT_EQ(json["moves"].size(), 4U);
    const auto& best = json["moves"][0];
    EXPECT_TRUE(best["uci"] == "e6d6" || best["uci"] == "e6f6");
    EXPECT_EQ(best["san"], best["uci"] == "e6d6" ? "Kd6" : "Kf6");
    EXPECT_EQ(best["wdl"], 2);
    EXPECT_EQ(best["dtz"], json["dtz"]);
    EXPECT_EQ(json["moves"][3]["wdl"], 0);
    EXPECT_EQ(json["moves"][3]["dtz"], 0);
}

TEST(TablebaseFacts, AnUnknownDistanceIsNull) {
    TablebaseFacts facts;
    facts.position = position_of(PawnEnding);
    facts.moves.push_back({move_of(facts.position, "e6d6"), 1, Outcome::Win, std::nullopt});
    const auto json = nlohmann::json::parse(to_json(facts).text());
    EXPECT_TRUE(json["dtz"].is_null());
    EXPECT_TRUE(json["moves"][0]["dtz"].is_null());
}

TEST(TablebaseFacts, ReadWell) {
    const std::string text = to_text(*facts_of(PawnEnding));
    EXPECT_TRUE(text.starts_with("White to move: win\n")) << text;
    EXPECT_NE(text.find("\nKd6 "), std::string::npos);
    EXPECT_NE(text.find("draw"), std::string::npos);
}

}  // namespace
}  // namespace skua
