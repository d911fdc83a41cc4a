#include "report/style.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/support.h"

namespace skua {
namespace {

TEST(StyleTest, IsForLightDarkPaperAndPhones) {
    const std::string_view style = report_style();
    for (const std::string_view part : {"prefers-color-scheme: dark", "@media print", "max-width: 40rem",
                                        "prefers-reduced-motion", ":focus-visible"}) {
        EXPECT_NE(style.find(part), std::string_view::npos) << part;
    }
    EXPECT_EQ(std::count(style.begin(), style.end(), '{'), std::count(style.begin(), style.end(), '}'));
    EXPECT_EQ(count_of(style, "url("), 0U) << "the page needs nothing from elsewhere";
}

}  // namespace
}  // namespace skua
