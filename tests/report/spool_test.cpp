#include "report/spool.h"

#include <gtest/gtest.h>

#include <sstream>

namespace skua {
namespace {

TEST(SpoolTest, GivesBackWhatWasPutAside) {
    Spool spool;
    const std::string text(100'000, 'x');
    spool.stream() << "begin" << text;
    EXPECT_TRUE(spool.is_good());
    std::ostringstream out;
    out << "before ";
    EXPECT_TRUE(spool.copy_to(out));
    EXPECT_EQ(out.str(), "before begin" + text);
}

TEST(SpoolTest, MayBeEmpty) {
    Spool spool;
    std::ostringstream out;
    EXPECT_TRUE(spool.copy_to(out));
    EXPECT_TRUE(out);
    EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace skua
