// The file of weights, and what the documentation says of it.
#include "lab/tuning/weights_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace skua::lab {
namespace {

std::string text_of(const std::string& path) {
    std::ifstream file(SKUA_SOURCE_DIR "/" + path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string weights_text() { return text_of("src/eval/classical/weights.inc"); }

TEST(WeightsFile, TheValuesInForceGiveTheSameText) {
    const Result<std::string> text = rewrite_weights(weights_text(), classical::DefaultWeights);
    ASSERT_TRUE(text) << text.error();
    EXPECT_EQ(*text, weights_text());
}

TEST(WeightsFile, OtherValuesAreWritten) {
    classical::Weights weights = classical::DefaultWeights;
    weights[classical::place_of(classical::Term::Tempo)] = Pair(-7, 1234);
    weights[classical::place_of(classical::Term::QueenMobility, 27)] = Pair(5, -5);
    const Result<std::string> text = rewrite_weights(weights_text(), weights);
    ASSERT_TRUE(text) << text.error();
    EXPECT_NE(text->find("TERM(Tempo, Tempo, \"side to move\", positive(40), {-7, 1234})"), std::string::npos);
    EXPECT_NE(text->find("{5, -5})\n"), std::string::npos);
    const Result<std::string> back = rewrite_weights(*text, classical::DefaultWeights);
    ASSERT_TRUE(back) << back.error();
    EXPECT_EQ(*back, weights_text());
}

TEST(WeightsFile, OtherTextsAreRefused) {
    EXPECT_FALSE(rewrite_weights("", classical::DefaultWeights));
    EXPECT_FALSE(rewrite_weights("hello", classical::DefaultWeights));
    EXPECT_FALSE(rewrite_weights("\nTERM(Pawns, NoSuchTerm, \"x\", Rising, {1, 2})\n", classical::DefaultWeights));
    const Result<std::string> lawless =
        rewrite_weights("\nTERM(Tempo, Tempo, \"x\", {1, 2})\n", classical::DefaultWeights);
    ASSERT_FALSE(lawless);
    EXPECT_EQ(lawless.error(), "the term Tempo has no rule");
    EXPECT_FALSE(rewrite_weights("\nTERM(Pawns, DoubledPawn", classical::DefaultWeights));
    const std::string text = weights_text();
    EXPECT_FALSE(rewrite_weights(text.substr(0, text.size() / 2), classical::DefaultWeights));
}

TEST(WeightsFile, IsReadAsTheProgramKnowsIt) {
    const auto terms = read_weights(weights_text());
    ASSERT_TRUE(terms) << terms.error();
    ASSERT_EQ(terms->size(), classical::TermTable.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < terms->size(); ++i) {
        const classical::TermInfo& info = classical::TermTable[static_cast<classical::Term>(i)];
        EXPECT_EQ((*terms)[i].name, info.name);
        EXPECT_EQ((*terms)[i].phrase, info.phrase);
        ASSERT_EQ((*terms)[i].values.size(), info.size) << info.name;
        for (const Pair value : (*terms)[i].values) {
            EXPECT_EQ(value, classical::DefaultWeights[next++]) << info.name;
        }
    }
}

TEST(WeightsFile, RemarksAreReadHeadingsAreNot) {
    const auto terms = read_weights(
        "// ---- Heading\nTERM(A, One, \"first\", {1, 2})\n"
        "// For each step.\nTERM(A, Two, \"second\", positive(10, 20) & Rising,\n     {-3, 4}, {5, -6})\n");
    ASSERT_TRUE(terms) << terms.error();
    ASSERT_EQ(terms->size(), 2U);
    EXPECT_EQ((*terms)[0].remark, "");
    EXPECT_EQ((*terms)[1].remark, "For each step");
    EXPECT_EQ((*terms)[1].values, (std::vector<Pair>{{-3, 4}, {5, -6}}));
}

TEST(WeightsFile, GivesTheWeightsOfThisProgram) {
    auto terms = read_weights(weights_text());
    ASSERT_TRUE(terms) << terms.error();
    std::vector<WrittenTerm> changed = *terms;
    changed.front().values.front() = Pair(77, 88);
    const Result<classical::Weights> weights = own_weights(changed);
    ASSERT_TRUE(weights) << weights.error();
    EXPECT_EQ((*weights)[0], Pair(77, 88));
    EXPECT_TRUE(std::equal(weights->begin() + 1, weights->end(), classical::DefaultWeights.begin() + 1));

    changed.front().values.emplace_back(1, 2);
    const Result<classical::Weights> too_many = own_weights(changed);
    ASSERT_FALSE(too_many);
    EXPECT_EQ(too_many.error(), "PawnMaterial has 2 values, this program needs 1");
    changed.erase(changed.begin());
    const Result<classical::Weights> missing = own_weights(changed);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error(), "it has no term PawnMaterial");
}

TEST(WeightsFile, BrokenTextsAreNotRead) {
    for (const char* const text :
         {"", "hello", "\nTERM(", "\nTERM(A, B, \"c\", {1, 2}", "\nTERM(A, B, \"c\", {1, 2, 3})\n",
          "\nTERM(A, B, \"c\", {1, x})\n", "\nTERM(A, B, \"c\", {1, 99999999999})\n", "\nTERM(A)\n", "\nTERM(A, B)\n",
          "\nTERM(A, B, c, {1, 2})\n"}) {
        EXPECT_FALSE(read_weights(text)) << text;
    }
}

TEST(WeightsFile, IsDescribedWithOldAndNewValues) {
    const std::vector<WrittenTerm> before{{"Pawns", "One", "first", "", {{1, 2}}}};
    const std::vector<WrittenTerm> now{{"Pawns", "One", "first", "", {{3, 4}}},
                                       {"King", "Two", "second", "For each step", {{5, 6}, {-7, 8}}}};
    EXPECT_EQ(describe_weights(before, now),
              "### Pawns\n\n| Term | Meaning | At the start | Now |\n|---|---|---|---|\n"
              "| One | first | {1, 2} | {3, 4} |\n\n"
              "### King\n\n| Term | Meaning | At the start | Now |\n|---|---|---|---|\n"
              "| Two | second. For each step |  | {5, 6} {-7, 8} |\n");
}

// `make docs` writes the tables of docs/evaluation.md: every term with its meaning, its first and its present value.
TEST(WeightsFile, TheDocumentationIsTrue) {
    const auto start = read_weights(text_of("data/weights-start.inc"));
    ASSERT_TRUE(start) << start.error();
    const auto now = read_weights(weights_text());
    ASSERT_TRUE(now) << now.error();
    const std::string documentation = text_of("docs/evaluation.md");
    const std::string heading = "\n## The terms\n\n";
    const std::size_t tables = documentation.find(heading);
    ASSERT_NE(tables, std::string::npos);
    EXPECT_EQ(documentation.substr(tables + heading.size()), describe_weights(*start, *now)) << "run `make docs`";
}

}  // namespace
}  // namespace skua::lab
