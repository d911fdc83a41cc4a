#include "lab/support/plot.h"

#include <gtest/gtest.h>

#include <sstream>
#include <utility>

namespace skua::lab {
namespace {

TEST(Plot, DrawsEveryCurve) {
    const std::string text = draw_curves("a title", {{"first", {3, 2, 1}}, {"second", {4, 4, 4}}, {"empty", {}}});
    EXPECT_TRUE(text.starts_with("<svg "));
    EXPECT_TRUE(text.ends_with("</svg>\n"));
    for (const char* const word : {"a title", "first", "second", "empty"}) {
        EXPECT_NE(text.find(word), std::string::npos) << word;
    }
    EXPECT_NE(draw_curves("", {}).find("</svg>"), std::string::npos);
    // A falling curve and a level one: as many points as values, and not the same ones.
    const auto points_of = [&](std::size_t which) {
        std::size_t at = 0;
        for (std::size_t i = 0; i <= which; ++i) { at = text.find("points=\"", at) + 8; }
        std::vector<std::pair<double, double>> points;
        std::istringstream words(text.substr(at, text.find('"', at) - at));
        double x = 0;
        double y = 0;
        for (char comma = 0; words >> x >> comma >> y;) { points.emplace_back(x, y); }
        return points;
    };
    const auto falling = points_of(0);
    const auto level = points_of(1);
    ASSERT_EQ(falling.size(), 3U) << text;
    ASSERT_EQ(level.size(), 3U) << text;
    EXPECT_LT(falling[0].first, falling[1].first);
    EXPECT_LT(falling[0].second, falling[1].second) << "down is more";
    EXPECT_LT(falling[1].second, falling[2].second);
    EXPECT_EQ(level[0].second, level[2].second);
    EXPECT_LT(level[0].second, falling[0].second);
}

TEST(Plot, DrawsPanelsWithBands) {
    const std::string text =
        draw_panels("ways", {{"one", {5, 6, 9}, 5, 2}, {"two & three", {1, 1}, 1, 0}, {"none", {}, 0, 0}});
    EXPECT_TRUE(text.starts_with("<svg "));
    EXPECT_TRUE(text.ends_with("</svg>\n"));
    for (const char* const word : {"ways", ">one<", "two &amp; three", ">none<"}) {
        EXPECT_NE(text.find(word), std::string::npos) << word;
    }
    const auto number_after = [&](const std::string& before, std::size_t from) {
        return std::stod(text.substr(text.find(before, from) + before.size()));
    };
    // The scale of the first goes from 3 to 9: the band of 3 to 7 takes two thirds of it, and ends at the bottom.
    const std::size_t band = text.find("class=\"band\"");
    const double top = number_after(" y=\"", band);
    const double height = number_after(" height=\"", band);
    EXPECT_NEAR(height, 60, 0.2);
    // The curve ends at the top of its panel.
    const std::size_t points = text.find("points=\"");
    const std::size_t last = text.rfind(',', text.find("\"/>", points));
    EXPECT_NEAR(std::stod(text.substr(last + 1)), top - 30, 0.2);
    EXPECT_NE(draw_panels("", {}).find("</svg>"), std::string::npos);
}

}  // namespace
}  // namespace skua::lab
