#include "wasm/analyse_games.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/analyse.h"
#include "cli/support.h"
#include "engine/engine.h"

namespace skua::wasm {
namespace {

constexpr const char* Game = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

AnalysisSettings quick() {
    AnalysisSettings settings;
    settings.nodes = 500;
    return settings;
}

class AnalyseGames : public cli::CommandTest {};

TEST_F(AnalyseGames, WritesWhatTheCommandWrites) {
    const Engine engine;
    std::vector<std::pair<std::size_t, std::size_t>> steps;
    const std::string games = std::string(Game) + "\n" + Game;
    const Result<std::string> document =
        analyse_games(engine.options(), games, quick(),
                      [&steps](std::size_t done, std::size_t all) { steps.emplace_back(done, all); });
    ASSERT_TRUE(document) << document.error();
    ASSERT_EQ(steps.size(), 16U);
    for (std::size_t i = 0; i < steps.size(); ++i) { EXPECT_EQ(steps[i], std::pair(i + 1, std::size_t{16})); }
    EXPECT_EQ(run(cli::analyse, {"-", "--json", "-", "--no-cache", "--nodes", "500", "--hash", "16"}, games),
              cli::Done);
    EXPECT_EQ(*document, output);
}

TEST_F(AnalyseGames, KeepsToTheOptions) {
    Engine engine;
    EXPECT_FALSE(engine.set_option("Evaluation", "classical"));
    const Result<std::string> document =
        analyse_games(engine.options(), Game, quick(), [](std::size_t, std::size_t) {});
    ASSERT_TRUE(document) << document.error();
    EXPECT_NE(document->find("\"network\": null"), std::string::npos);
}

TEST_F(AnalyseGames, SaysWhyThereIsNothingToAnalyse) {
    const Engine engine;
    const auto error_of = [&engine](const std::string& pgn) {
        return analyse_games(engine.options(), pgn, quick(), [](std::size_t, std::size_t) {}).error();
    };
    EXPECT_EQ(error_of(""), "there is no game with moves");
    EXPECT_NE(error_of("1. e5"), "");
}

}  // namespace
}  // namespace skua::wasm
