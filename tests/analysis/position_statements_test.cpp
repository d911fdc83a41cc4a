#include "analysis/position_statements.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analysis/support.h"

namespace skua {
namespace {

AnalysisSettings quick() {
    AnalysisSettings settings;
    settings.nodes = 5'000;
    return settings;
}

// Scholar's mate is threatened; it is Black's turn.
const std::string Scholar = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

TEST(PositionStatementsTest, ExplainsTheBestMoveAndOthers) {
    Engine engine;
    const Game game(position_of(Scholar));
    const auto explained = explain_position(engine, game, {move_of(game.position(), "g8f6")}, quick());
    ASSERT_TRUE(explained);
    ASSERT_TRUE(explained->best);
    EXPECT_NE(explained->best->move, move_of(game.position(), "g8f6"));
    ASSERT_EQ(explained->moves.size(), 1U);
    EXPECT_EQ(explained->moves[0].label, MoveLabel::Blunder);
    const std::string text = to_text(*explained);
    EXPECT_NE(text.find("Best is "), std::string::npos) << text;
    EXPECT_NE(text.find("Nf6 does not stop Qxf7#."), std::string::npos) << text;
    const auto json = nlohmann::json::parse(to_json(*explained, Variant::Standard).text());
    EXPECT_EQ(json["fen"], Scholar);
    EXPECT_TRUE(json["threats"].is_array());
    EXPECT_EQ(json["moves"][0]["uci"], "g8f6");
    EXPECT_EQ(json["moves"][0]["label"], "blunder");
    EXPECT_EQ(json["moves"][0]["score"]["mate"], 1);
    EXPECT_EQ(json["moves"][0]["win"], 0.0);
    EXPECT_EQ(json["best"]["line"][0], json["best"]["uci"]);
}

TEST(PositionStatementsTest, OfFinishedGames) {
    Engine engine;
    const auto explained = explain_position(engine, Game(position_of("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")), {}, quick());
    ASSERT_TRUE(explained);
    EXPECT_FALSE(explained->best);
    EXPECT_EQ(to_text(*explained), "Checkmate.");
    EXPECT_TRUE(nlohmann::json::parse(to_json(*explained, Variant::Standard).text())["best"].is_null());
}

}  // namespace
}  // namespace skua
