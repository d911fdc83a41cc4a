#include "report/html_report.h"

#include <gtest/gtest.h>

#include <sstream>

#include "report/support.h"

namespace skua {
namespace {

const ReportFacts Facts{"Skua 9", "ABCD", "5 nodes for each position", "2026-11-18"};

// The page without its style, whose "<" and ">" are none of elements.
std::string without_style(const std::string& page) {
    const std::size_t begin = page.find("<style>") + 7;
    return page.substr(0, begin) + page.substr(page.find("</style>"));
}

TEST(HtmlReportTest, OneGameNeedsNoIndex) {
    const FoolsMate fool;
    std::ostringstream page;
    HtmlReport report(page, Facts, &fool.game);
    EXPECT_TRUE(report.add({1, fool.game, fool.analysis, "", std::nullopt, 1}));
    EXPECT_TRUE(report.finish());
    const std::string text = without_style(page.str());
    expect_well_formed(text);
    EXPECT_EQ(count_of(text, "<nav"), 0U);
    EXPECT_EQ(count_of(text, "<h1"), 1U);
    for (const std::string part :
         {"<title>Anna - Bert, analysed by Skua</title>", "Skua 9", "ABCD", "5 nodes for each position",
          "on 2026-11-18", "<html lang=\"en\">", "name=\"viewport\"", "<main"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(count_of(text, "http"), 0U) << "nothing is loaded";
}

TEST(HtmlReportTest, SeveralGamesHaveAnIndex) {
    const FoolsMate fool;
    std::ostringstream page;
    HtmlReport report(page, Facts, nullptr);
    for (std::size_t number = 1; number <= 3; ++number) {
        EXPECT_TRUE(report.add({number, fool.game, fool.analysis, "", std::nullopt, 2}));
    }
    EXPECT_TRUE(report.finish());
    const std::string text = without_style(page.str());
    expect_well_formed(text);
    EXPECT_EQ(count_of(text, "<nav"), 1U);
    EXPECT_EQ(count_of(text, "<h1"), 1U);
    EXPECT_EQ(count_of(text, "<article id="), 3U);
    for (const std::string number : {"1", "2", "3"}) {
        EXPECT_LT(text.find("href=\"#g" + number + '"'), text.find("<article id=\"g1\"")) << "the index comes first";
        EXPECT_EQ(count_of(text, "id=\"g" + number + "m1\""), 1U);
    }
}

}  // namespace
}  // namespace skua
