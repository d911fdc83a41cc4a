#include "cli/explain.h"

#include <nlohmann/json.hpp>

#include "cli/support.h"

namespace skua::cli {
namespace {

const std::string BackRank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

class ExplainTest : public CommandTest {
protected:
    int explain_quickly(std::vector<std::string> words) {
        words.insert(words.end(), {"--nodes", "20000"});
        return run(explain, words);
    }
};

TEST_F(ExplainTest, SaysWhatTheBestMoveDoes) {
    EXPECT_EQ(explain_quickly({BackRank, "Kf1"}), Done) << errors;
    EXPECT_NE(output.find("Best is Ra8#"), std::string::npos) << output;
    EXPECT_NE(output.find("Kf1 ("), std::string::npos) << output;
    EXPECT_EQ(errors, "");
}

TEST_F(ExplainTest, ReadsTheFenWithAndWithoutQuotes) {
    EXPECT_EQ(explain_quickly({"6k1/5ppp/8/8/8/8/5PPP/R5K1", "w", "-", "-", "a1a8"}), Done) << errors;
    EXPECT_NE(output.find("Ra8#"), std::string::npos) << output;
    EXPECT_EQ(explain_quickly({"startpos", "e4"}), Done) << errors;
    EXPECT_NE(output.find("e4 ("), std::string::npos) << output;
    EXPECT_EQ(explain_quickly({"startpos e2e4"}), Done) << errors;
}

TEST_F(ExplainTest, WritesJson) {
    EXPECT_EQ(explain_quickly({"--json", BackRank, "Kf1"}), Done) << errors;
    const nlohmann::json data = nlohmann::json::parse(output);
    EXPECT_EQ(data["fen"], BackRank);
    EXPECT_EQ(data["best"]["uci"], "a1a8");
    EXPECT_EQ(data["moves"][0]["san"], "Kf1");
}

TEST_F(ExplainTest, KnowsChess960) {
    EXPECT_EQ(explain_quickly({"--json", "2k5/8/8/8/8/8/8/1R4KR w HB - 0 1", "O-O"}), Done) << errors;
    EXPECT_EQ(nlohmann::json::parse(output)["moves"][0]["uci"], "g1h1");
}

TEST_F(ExplainTest, AGameThatIsOverNeedsNoMove) {
    EXPECT_EQ(explain_quickly({"R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"}), Done) << errors;
    EXPECT_EQ(output, "Checkmate.\n");
}

TEST_F(ExplainTest, SaysWhatIsWrong) {
    for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
             {}, {"nonsense"}, {BackRank, "Ke5"}, {"8/8/8/8/8/8/8/8 w - - 0 1"}, {"startpos", "e5"}}) {
        EXPECT_EQ(run(explain, wrong), Misused);
        EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
        EXPECT_EQ(output, "");
    }
}

}  // namespace
}  // namespace skua::cli
