// The rules of the weights: the projection finds the nearest weights that keep them, and the weights in force do.
#include "lab/tuning/rules.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numeric>
#include <sstream>

#include "base/prng.h"
#include "lab/tuning/weights_file.h"

namespace skua::lab {
namespace {

using namespace rule_words;

std::vector<double> projected(const Rule& rule, std::vector<double> values, std::vector<double> importance = {}) {
    if (importance.empty()) { importance.assign(values.size(), 1.0); }
    project(rule, rule.middlegame, values, importance);
    return values;
}

void expect_near(const std::vector<double>& values, const std::vector<double>& expected) {
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i) { EXPECT_NEAR(values[i], expected[i], 1e-9) << "value " << i; }
}

TEST(Rules, WordsCombine) {
    constexpr Rule Both = positive(80, 60) & rising_in_rows(3) & Centred;
    EXPECT_EQ(Both.middlegame.low, 0);
    EXPECT_EQ(Both.middlegame.high, 80);
    EXPECT_EQ(Both.endgame.high, 60);
    EXPECT_EQ(Both.order, Rule::Order::Rising);
    EXPECT_EQ(Both.row, 3U);
    EXPECT_EQ(Both.centred_from, 0U);
    constexpr Rule Narrow = within(-50, 50) & negative(20) & MiddlegameOnly;
    EXPECT_EQ(Narrow.middlegame.low, -20);
    EXPECT_EQ(Narrow.middlegame.high, 0);
    EXPECT_EQ(Narrow.endgame.low, 0);
    EXPECT_EQ(Narrow.endgame.high, 0);
    EXPECT_EQ(Narrow.order, Rule::Order::Any);
}

TEST(Rules, BoundsClamp) { expect_near(projected(within(-5, 10), {-7, 3, 12}), {-5, 3, 10}); }

TEST(Rules, NeighboursInTheWrongOrderShareTheirMean) {
    expect_near(projected(Rising, {1, 5, 3, 7}), {1, 4, 4, 7});
    expect_near(projected(Rising, {9, 6, 3}), {6, 6, 6});
    expect_near(projected(Falling, {1, 5, 3, 7}), {4, 4, 4, 4});
    expect_near(projected(Rising, {1, 2, 2, 3}), {1, 2, 2, 3});
}

TEST(Rules, WhatManyPositionsShowWeighsMore) {
    expect_near(projected(Rising, {10, 0}, {3, 1}), {7.5, 7.5});
    expect_near(projected(Falling, {0, 10}, {1, 3}), {7.5, 7.5});
}

TEST(Rules, TheOrderHoldsWithinRows) {
    expect_near(projected(rising_in_rows(2), {4, 2, 1, 3}), {3, 3, 1, 3});
    expect_near(projected(falling_in_rows(2), {4, 2, 1, 3}), {4, 2, 2, 2});
}

TEST(Rules, ACentredTableHasTheMeanZeroWithinItsBounds) {
    expect_near(projected(Centred, {1, 2, 6}), {-2, -1, 3});
    expect_near(projected(centred_from(1), {1, 2, 6}), {-3, -2, 2});
    // The first value stops at its bound, and the others make up for it.
    expect_near(projected(within(-4, 100) & Centred, {-10, 4, 12}), {-4, -2, 6});
}

// A point is the nearest one of a convex set if no point of the set lies beyond a right angle.
TEST(Rules, TheProjectionIsTheNearestPoint) {
    Prng prng(0x9A7);
    const auto random_value = [&] { return static_cast<double>(prng.below(2001)) / 10 - 100; };
    for (const Rule& rule : {within(-40, 60), Rising & within(-40, 60), Falling & Centred,
                             Rising & Centred & within(-30, 50), falling_in_rows(4) & within(-30, 30)}) {
        for (int i = 0; i < 200; ++i) {
            std::vector<double> values(8);
            std::vector<double> inside(8);
            std::generate(values.begin(), values.end(), random_value);
            std::generate(inside.begin(), inside.end(), random_value);
            const std::vector<double> nearest = projected(rule, values);
            inside = projected(rule, inside);
            double product = 0;
            for (std::size_t j = 0; j < 8; ++j) { product += (values[j] - nearest[j]) * (inside[j] - nearest[j]); }
            EXPECT_LT(product, 1e-6);
            expect_near(projected(rule, nearest), nearest);
        }
    }
}

ParameterVector random_parameters(std::uint64_t seed) {
    Prng prng(seed);
    ParameterVector parameters;
    for (double& each : parameters) { each = static_cast<double>(prng.below(20001)) / 10 - 1000; }
    return parameters;
}

TEST(Rules, AnyWeightsCanBeBroughtToTheRules) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        ParameterVector parameters = random_parameters(seed);
        EXPECT_GT(broken_rules(to_weights(parameters)).size(), 100U);
        ParameterVector importance;
        importance.fill(1);
        project(parameters, importance);
        for (const std::string& sentence : broken_rules(to_weights(parameters))) { ADD_FAILURE() << sentence; }
    }
}

TEST(Rules, EveryKindOfBreachIsFound) {
    using classical::Term;
    const auto complaint = [](Term term, int index, Pair value) {
        classical::Weights weights = classical::DefaultWeights;
        weights[classical::place_of(term, index)] = value;
        const std::vector<std::string> sentences = broken_rules(weights);
        return sentences.empty() ? "" : sentences.front();
    };
    EXPECT_NE(complaint(Term::Tempo, 0, {-1, 0}).find("Tempo, middlegame: value 1 (-1) is not between 0 and"),
              std::string::npos);
    EXPECT_NE(complaint(Term::SupportedPawn, 5, {0, 79}).find("is smaller than the one before"), std::string::npos);
    EXPECT_NE(complaint(Term::PassedOwnKing, 0, {-10, -40}).find("is larger than the one before"), std::string::npos);
    EXPECT_NE(complaint(Term::KnightMobility, 8, {100, 100}).find("the mean is"), std::string::npos);
    EXPECT_NE(complaint(Term::KingShelter, 0, {20, 1}).find("endgame: value 1 (1) is not between 0 and 0"),
              std::string::npos);
}

TEST(Rules, TheWeightsKeepThem) {
    for (const std::string& sentence : broken_rules(classical::DefaultWeights)) { ADD_FAILURE() << sentence; }
}

TEST(Rules, TheWeightsThatTuningStartsFromKeepThem) {
    std::ifstream file(SKUA_SOURCE_DIR "/data/weights-start.inc");
    std::ostringstream text;
    text << file.rdbuf();
    const auto terms = read_weights(text.str());
    ASSERT_TRUE(terms) << terms.error();
    const auto weights = own_weights(*terms);
    ASSERT_TRUE(weights) << weights.error();
    for (const std::string& sentence : broken_rules(*weights)) { ADD_FAILURE() << sentence; }
}

}  // namespace
}  // namespace skua::lab
