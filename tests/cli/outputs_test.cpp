#include "cli/outputs.h"

#include <nlohmann/json.hpp>

#include "analysis/support.h"
#include "cli/support.h"

namespace skua::cli {
namespace {

class OutputsTest : public CommandTest {
protected:
    Destination destination(const std::string& name) {
        Result<Destination> opened = Destination::open(name, standard_output);
        EXPECT_TRUE(opened);
        return *std::move(opened);
    }
    std::ostringstream standard_output;
};

TEST_F(OutputsTest, WriteOneGameAfterTheOther) {
    PgnOutput pgn(destination(path("a.pgn")));
    HtmlOutput html(destination(path("a.html")), {"Skua", "ABCD", "little", ""}, false);
    JsonOutput json(destination("-"), {"Skua", "ABCD", "", ""}, {});
    const SourceGame first{1, game_of_pgn("[White \"Anna\"]\n\n*"), ""};
    const SourceGame second{2, game_of_pgn("[White \"Bert\"]\n\n*"), "game 2 is odd"};
    GameAnalysis analysis;
    analysis.nodes = 70;
    for (AnalysisOutput* const each : std::initializer_list<AnalysisOutput*>{&pgn, &json, &html}) {
        EXPECT_TRUE(each->add({first, analysis, std::nullopt}));
        EXPECT_TRUE(each->add({second, analysis, std::nullopt}));
        EXPECT_FALSE(each->finish());
    }
    const std::string text = text_of("a.pgn");
    EXPECT_NE(text.find("Anna"), std::string::npos);
    EXPECT_NE(text.find("{Skua: game 2 is odd}"), std::string::npos);
    const nlohmann::json data = nlohmann::json::parse(standard_output.str());
    EXPECT_EQ(data["engine"], "Skua");
    EXPECT_EQ(data["network"], "ABCD");
    EXPECT_EQ(data["limits"]["nodes"], DefaultNodes);
    EXPECT_EQ(data["nodes"], 140);
    EXPECT_EQ(data["games"].size(), 2U);
    EXPECT_EQ(data["games"][0]["tags"]["White"], "Anna");
    EXPECT_FALSE(data["games"][0].contains("error"));
    EXPECT_EQ(data["games"][1]["error"], "game 2 is odd");
    EXPECT_NE(text_of("a.html").find("game 2 is odd"), std::string::npos);
    EXPECT_NE(text_of("a.html").find("</html>"), std::string::npos);
}

TEST_F(OutputsTest, StopWhereNothingCanBeWritten) {
    if (!std::filesystem::exists("/dev/full")) { GTEST_SKIP() << "there is no /dev/full"; }
    PgnOutput pgn(destination("/dev/full"));
    const SourceGame game{1, game_of_pgn("[White \"" + std::string(100'000, 'x') + "\"]\n\n*"), ""};
    EXPECT_FALSE(pgn.add({game, {}, std::nullopt}));
    EXPECT_TRUE(pgn.finish());
    EXPECT_FALSE(Destination::open(path("none/a"), standard_output));
}

}  // namespace
}  // namespace skua::cli
