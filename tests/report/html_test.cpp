#include "report/html.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

TEST(HtmlTest, EscapesWhatMeansSomething) {
    EXPECT_EQ(html("<b a=\"1\">'&"), "&lt;b a=&quot;1&quot;&gt;&#39;&amp;");
    EXPECT_EQ(html("M\xC3\xBCller"), "M\xC3\xBCller");
    EXPECT_EQ(html(std::string("a\0b\x1B\xFF\x7F", 6)),
              "a\xEF\xBF\xBD"
              "b\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(html(""), "");
}

TEST(HtmlTest, WritesOneDecimal) {
    EXPECT_EQ(decimal(12.34), "12.3");
    EXPECT_EQ(decimal(99.96), "100.0");
    EXPECT_EQ(decimal(-0.04), "0.0");
    EXPECT_EQ(decimal(-1.25), "-1.3");
}

}  // namespace
}  // namespace skua
