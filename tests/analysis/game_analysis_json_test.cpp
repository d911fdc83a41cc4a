#include "analysis/game_analysis_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analysis/support.h"
#include "chess/uci_move.h"

namespace skua {
namespace {

nlohmann::json parsed(const Json& json) { return nlohmann::json::parse(json.text()); }

TEST(GameAnalysisJson, ScoresAreWhites) {
    EXPECT_EQ(to_json(Centipawns{35}, Color::White).text(), R"({"cp": 35})");
    EXPECT_EQ(to_json(Centipawns{35}, Color::Black).text(), R"({"cp": -35})");
    EXPECT_EQ(to_json(MateIn{2, true}, Color::Black).text(), R"({"mate": -2})");
    EXPECT_EQ(to_json(MateIn{2, false}, Color::Black).text(), R"({"mate": 2})");
    EXPECT_EQ(to_json(TablebaseWin{9, false}, Color::White).text(), R"({"tb": -9})");
}

TEST(GameAnalysisJson, HasEverythingOfTheContract) {
    const PgnGame game = game_of_pgn("[White \"A \\\"B\\\"\"]\n\n1. f3 e5 2. g4 Qh4# 0-1");
    Engine engine;
    AnalysisSettings settings;
    settings.nodes = 3'000;
    const auto analysis = GameAnalyser(engine, settings).analyse(game);
    ASSERT_TRUE(analysis);
    const nlohmann::json json = parsed(to_json(*analysis, game));
    EXPECT_EQ(json["tags"]["White"], "A \"B\"");
    EXPECT_EQ(json["tags"]["Result"], "0-1");
    EXPECT_FALSE(json["tags"].contains("FEN"));
    EXPECT_EQ(json["opening"]["eco"], "A00");
    EXPECT_EQ(json["black"]["blunders"], 0);
    EXPECT_EQ(json["white"]["blunders"], analysis->sides[Color::White].blunders);
    EXPECT_LE(json["white"]["accuracy"].get<double>(), 100.0);
    EXPECT_TRUE(json["white"]["acpl"].is_number_integer());
    ASSERT_EQ(json["moves"].size(), 4U);
    const nlohmann::json& blunder = json["moves"][2];
    EXPECT_EQ(blunder["ply"], 3);
    EXPECT_EQ(blunder["san"], "g4");
    EXPECT_EQ(blunder["uci"], "g2g4");
    EXPECT_EQ(blunder["label"], "blunder");
    EXPECT_EQ(blunder["score"]["mate"], -1);
    EXPECT_EQ(blunder["win_after"], 0.0);
    EXPECT_EQ(blunder["best"]["uci"], blunder["best"]["line"][0]);
    EXPECT_EQ(json["moves"][3]["label"], "only");
    EXPECT_EQ(json["moves"][3]["san"], "Qh4#");
}

TEST(GameAnalysisJson, OfOtherStartsAndEmptyGames) {
    const PgnGame game = game_of_pgn("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n*");
    const nlohmann::json json = parsed(to_json(GameAnalysis(), game));
    EXPECT_EQ(json["tags"]["FEN"], "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    EXPECT_TRUE(json["opening"].is_null());
    EXPECT_TRUE(json["moves"].empty());
    EXPECT_EQ(json["white"]["accuracy"], 100.0);
}

}  // namespace
}  // namespace skua
