#include "lab/support/parameter_choice.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace skua::lab {
namespace {

std::string refusal(std::string_view text) {
    const auto values = parse_parameter_values(text);
    return values ? "" : values.error();
}

// Two of them; which ones does not matter.
const ParameterInfo& One = ParameterTable[0];
const ParameterInfo& Other = ParameterTable[5];

std::string pair_text(const ParameterInfo& info, int value) {
    return std::string(info.name) + '=' + std::to_string(value);
}

TEST(ParameterChoice, ReadsValues) {
    const auto values = parse_parameter_values(pair_text(One, One.low) + ", " + std::string(Other.name) + " = " +
                                               std::to_string(Other.high) + ',');
    ASSERT_TRUE(values) << values.error();
    ASSERT_EQ(values->size(), 2U);
    EXPECT_EQ((*values)[0].info, &One);
    EXPECT_EQ((*values)[0].value, One.low);
    EXPECT_EQ((*values)[1].value, Other.high);
    EXPECT_EQ(to_text(*values), pair_text(One, One.low) + ',' + pair_text(Other, Other.high));
    EXPECT_EQ(*parse_parameter_values(to_text(*values)), *values);
    EXPECT_TRUE(parse_parameter_values("")->empty());
    EXPECT_EQ(parse_parameter_values("qs_see=-30")->front().value, -30);
}

TEST(ParameterChoice, ReadsEveryParameter) {
    std::string text;
    for (const ParameterInfo& info : ParameterTable) {
        text += std::string(info.name) + '=' + std::to_string(info.high) + ',';
    }
    const auto values = parse_parameter_values(text);
    ASSERT_TRUE(values) << values.error();
    EXPECT_EQ(values->size(), std::size(ParameterTable));
}

TEST(ParameterChoice, RefusesWhatItCantSet) {
    const std::string name(One.name);
    EXPECT_EQ(refusal(name), '"' + name + "\" is not of the form name=value");
    EXPECT_EQ(refusal("magic=3"), "there is no search parameter \"magic\"");
    EXPECT_EQ(refusal("=3"), "there is no search parameter \"\"");
    EXPECT_EQ(refusal(pair_text(One, One.low) + ',' + pair_text(One, One.low)), name + " is there twice");
    for (const std::string& number : {std::to_string(One.low - 1), std::to_string(One.high + 1), std::string("12.5"),
                                      std::string("many"), std::string(), std::string("99999999999")}) {
        EXPECT_EQ(refusal(name + '=' + number), name + " needs a whole number from " + std::to_string(One.low) +
                                                    " to " + std::to_string(One.high) + ", not \"" + number + '"');
    }
}

TEST(ParameterChoice, SetsThemWhereTheyCanBeSet) {
    Parameters parameters;
    const int margin = parameters.rfp_margin;
    const int depth = parameters.rfp_depth;
    set_parameters(parameters, *parse_parameter_values("rfp_margin=" + std::to_string(margin + 1)));
    EXPECT_EQ(parameters.rfp_margin, ParametersAreFixed ? margin : margin + 1);
    EXPECT_EQ(parameters.rfp_depth, depth);
}

TEST(ParameterChoice, ChoosesByTheBeginningsOfNames) {
    const auto names = [](std::string_view only, std::string_view without) {
        std::vector<std::string_view> found;
        const auto chosen = choose_parameters(only, without);
        if (chosen) {
            for (const ParameterInfo* const info : *chosen) { found.push_back(info->name); }
        }
        return found;
    };
    EXPECT_EQ(names("", "").size(), std::size(ParameterTable));
    EXPECT_EQ(names("rfp_margin", ""), (std::vector<std::string_view>{"rfp_margin"}));
    EXPECT_EQ(names("qs_see,rfp_margin,", ""), (std::vector<std::string_view>{"rfp_margin", "qs_see"}));
    const std::vector<std::string_view> reductions = names("lmr_", "lmr_quiet");
    EXPECT_GT(reductions.size(), 5U);
    for (const std::string_view name : reductions) {
        EXPECT_TRUE(name.starts_with("lmr_") && !name.starts_with("lmr_quiet")) << name;
    }
    const std::vector<std::string_view> untimed = names("", "time_");
    EXPECT_FALSE(std::any_of(untimed.begin(), untimed.end(), [](auto name) { return name.starts_with("time_"); }));
    EXPECT_EQ(choose_parameters("rfp_,rpf_", "").error(), "no search parameter begins with \"rpf_\"");
    EXPECT_EQ(choose_parameters("", "tme_").error(), "no search parameter begins with \"tme_\"");
    EXPECT_EQ(choose_parameters("rfp_", "rfp_").error(), "no search parameter is left");
}

}  // namespace
}  // namespace skua::lab
