#include "search/parameters.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace skua {
namespace {

TEST(Parameters, DefaultsLieWithinTheirRanges) {
    for (const ParameterInfo& info : ParameterTable) {
        EXPECT_LE(info.low, info.value) << info.name;
        EXPECT_LE(info.value, info.high) << info.name;
        EXPECT_LT(info.low, info.high) << info.name;
    }
}

TEST(Parameters, StepsLeadSomewhere) {
    for (const ParameterInfo& info : ParameterTable) {
        EXPECT_GT(info.step, 0) << info.name;
        EXPECT_LE(info.step, info.high - info.low) << info.name;
    }
}

TEST(Parameters, NamesAreUniqueAndPlain) {
    std::set<std::string_view> names;
    for (const ParameterInfo& info : ParameterTable) {
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        EXPECT_EQ(info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string_view::npos)
            << info.name;
    }
    EXPECT_GE(names.size(), 40U);
}

TEST(Parameters, TheTableHasTheValuesInForce) {
    const Parameters parameters{};
    const auto value_of = [](std::string_view name) {
        for (const ParameterInfo& info : ParameterTable) {
            if (info.name == name) { return info.value; }
        }
        ADD_FAILURE() << "no parameter " << name;
        return 0;
    };
    EXPECT_EQ(parameters.aspiration_width, value_of("aspiration_width"));
    EXPECT_EQ(parameters.time_soft, value_of("time_soft"));
    EXPECT_EQ(parameters.history_bonus_max, value_of("history_bonus_max"));
#ifdef SKUA_TUNE
    for (const ParameterInfo& info : ParameterTable) { EXPECT_EQ(parameters.*info.member, info.value) << info.name; }
#endif
}

// Divisors of the search: a tuner that reaches the end of a range must not divide by zero.
TEST(Parameters, DivisorsStayPositive) {
    for (const ParameterInfo& info : ParameterTable) {
        if (info.name.find("divisor") != std::string_view::npos || info.name == "lmr_history" ||
            info.name == "lmr_noisy_history") {
            EXPECT_GT(info.low, 0) << info.name;
        }
    }
}

const ParameterInfo& parameter(std::string_view name) {
    for (const ParameterInfo& info : ParameterTable) {
        if (info.name == name) { return info; }
    }
    ADD_FAILURE() << "no parameter " << name;
    return ParameterTable[0];
}

// A ProbCut result is stored with a depth of its own, which must not become negative.
TEST(Parameters, ProbCutLeavesADepthToStore) {
    EXPECT_GE(parameter("probcut_depth").low - parameter("probcut_reduction").high + 1, 0);
}

// std::clamp needs a lower limit that is not above the upper one.
TEST(Parameters, LimitsOfTheClockDoNotCross) {
    EXPECT_LE(parameter("time_node_min").high, parameter("time_node_max").low);
    EXPECT_LE(parameter("time_trend_min").high, parameter("time_trend_max").low);
    EXPECT_LT(parameter("time_usable_percent").high, 100);
    EXPECT_LT(parameter("time_last_move_percent").high, 100);
}

}  // namespace
}  // namespace skua
