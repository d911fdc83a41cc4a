// What the commands write for programs is what docs/analysis.schema.json promises.
#include <fstream>

#include "analysis/move_quality.h"
#include "analysis/statement.h"
#include "cli/analyse.h"
#include "cli/explain.h"
#include "cli/schema_check.h"
#include "cli/support.h"

namespace skua::cli {
namespace {

using nlohmann::json;

class SchemaTest : public CommandTest {
protected:
    SchemaTest() : schema(json::parse(std::ifstream(SKUA_SOURCE_DIR "/docs/analysis.schema.json"))), check(schema) {}
    json schema;
    SchemaCheck check;
};

TEST_F(SchemaTest, AnalysesFit) {
    // Errors and mates, a broken game, Chess960, other starts with a tablebase ending, no moves.
    const std::string games =
        "[White \"Anna\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n"
        "[White \"Bert\"]\n\n1. e4 d5 2. exd5 Ke4 *\n\n"
        "[Variant \"Chess960\"]\n[FEN \"2k5/8/8/8/8/8/8/1R4KR w HB - 0 1\"]\n\n1. O-O Kd7 2. Rb7+ *\n\n"
        "[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n\n1. Kd6 Kd8 2. e6 *\n\n"
        "[White \"Carl\"]\n\n*\n";
    for (const std::vector<std::string>& effort :
         std::vector<std::vector<std::string>>{{"--nodes", "3000"}, {"--depth", "3"}, {"--movetime", "2"}}) {
        std::vector<std::string> words{"-",          "--json",   "-",
                                       "--no-cache", "--tables", SKUA_SOURCE_DIR "/tests/data/syzygy"};
        words.insert(words.end(), effort.begin(), effort.end());
        ASSERT_EQ(run(analyse, words, games), Done) << errors;
        const json data = json::parse(output);
        EXPECT_EQ(check.problem(data), "") << output.substr(0, 2000);
        EXPECT_EQ(data["games"].size(), 5U);
    }
}

TEST_F(SchemaTest, ExplanationsFit) {
    for (const std::string fen :
         {"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
          "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "7k/5Q2/8/8/8/8/8/6K1 b - - 0 1"}) {
        ASSERT_EQ(run(explain, {fen, "--json", "--nodes", "5000"}), Done) << errors;
        EXPECT_EQ(check.problem(json::parse(output)), "") << output;
    }
    ASSERT_EQ(run(explain, {"startpos", "e4", "f3", "--json", "--nodes", "5000"}), Done) << errors;
    EXPECT_EQ(check.problem(json::parse(output)), "") << output;
}

TEST_F(SchemaTest, ListsAllNames) {
    const json& statement = schema["$defs"]["statements"]["items"]["properties"];
    const auto names = [](auto last) {
        json list = json::array();
        for (int i = 0; i < static_cast<int>(last); ++i) {
            list.push_back(std::string(name_of(static_cast<decltype(last)>(i))));
        }
        return list;
    };
    EXPECT_EQ(statement["role"]["enum"], names(StatementRole::Count));
    EXPECT_EQ(statement["check"]["enum"], names(StatementCheck::Count));
    for (int i = 0; i <= static_cast<int>(MoveLabel::Blunder); ++i) {
        const std::string name(name_of(static_cast<MoveLabel>(i)));
        EXPECT_EQ(schema["$defs"]["label"]["enum"][static_cast<std::size_t>(i)], name.empty() ? json() : json(name));
    }
}

TEST_F(SchemaTest, WhatDoesNotFitIsFound) {
    ASSERT_EQ(run(explain, {"startpos", "--json", "--nodes", "1000"}), Done);
    const json good = json::parse(output);
    ASSERT_EQ(check.problem(good), "");
    json bad = good;
    bad.erase("best");
    EXPECT_NE(check.problem(bad), "");
    bad = good;
    bad["best"]["win"] = 101;
    EXPECT_NE(check.problem(bad), "");
    bad = good;
    bad["best"]["uci"] = "e9e4";
    EXPECT_NE(check.problem(bad), "");
    bad = good;
    bad["best"]["label"] = "splendid";
    EXPECT_NE(check.problem(bad), "");
    bad = good;
    bad["more"] = 1;
    EXPECT_NE(check.problem(bad), "");
    EXPECT_NE(check.problem(json::array()), "");
}

}  // namespace
}  // namespace skua::cli
