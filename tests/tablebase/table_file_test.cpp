#include "tablebase/table_file.h"

#include <gtest/gtest.h>

#include "chess/support.h"
#include "tablebase/support.h"

namespace skua::tablebase {
namespace {

std::string error_of(std::string_view name, TableKind kind, const std::vector<std::uint8_t>& bytes) {
    const auto file = TableFile::read(*Material::from_name(name), kind, bytes);
    return file ? "" : file.error();
}

std::vector<std::uint8_t> own(const std::string& name) { return bytes_of_file(OwnTables + '/' + name); }

TEST(TableFile, GivesStoredOutcomes) {
    const std::vector<std::uint8_t> bytes = own("KRvK.rtbw");
    const auto file = TableFile::read(*Material::from_name("KRvK"), TableKind::Wdl, bytes);
    ASSERT_TRUE(file) << file.error();
    const Position wins = position_of("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    EXPECT_EQ((*file)->outcome(wins, false), Outcome::Win);
    EXPECT_EQ((*file)->outcome(wins.flipped(), true), Outcome::Win);
    EXPECT_EQ((*file)->outcome(position_of("8/8/8/3k4/8/8/8/KR6 b - - 0 1"), false), Outcome::Loss);
}

TEST(TableFile, GivesDistancesOfOneSide) {
    const std::vector<std::uint8_t> bytes = own("KRvK.rtbz");
    const auto file = TableFile::read(*Material::from_name("KRvK"), TableKind::Dtz, bytes);
    ASSERT_TRUE(file) << file.error();
    // Mate in one.
    const auto distance = (*file)->distance(position_of("k7/8/1K6/8/8/8/8/7R w - - 0 1"), false, Outcome::Win);
    ASSERT_TRUE(distance);
    EXPECT_FALSE(distance->other_side);
    EXPECT_EQ(distance->plies, 1);
    const auto other = (*file)->distance(position_of("k7/8/1K6/8/8/8/8/7R b - - 0 1"), false, Outcome::Loss);
    ASSERT_TRUE(other);
    EXPECT_TRUE(other->other_side);
}

TEST(TableFile, RefusesFilesThatAreSomethingElse) {
    EXPECT_EQ(error_of("KQvK", TableKind::Wdl, {}), "it does not begin like a Syzygy table");
    EXPECT_EQ(error_of("KQvK", TableKind::Wdl, own("KQvK.rtbz")), "it does not begin like a Syzygy table");
    EXPECT_EQ(error_of("KRvK", TableKind::Wdl, own("KQvK.rtbw")), "its pieces contradict its name");
    EXPECT_EQ(error_of("KPvK", TableKind::Wdl, own("KQvK.rtbw")), "its header contradicts its name");
    EXPECT_EQ(error_of("KQvKQ", TableKind::Wdl, own("KQvK.rtbw")), "its header contradicts its name");
    std::vector<std::uint8_t> longer = own("KQvK.rtbw");
    longer.push_back(0);
    EXPECT_EQ(error_of("KQvK", TableKind::Wdl, longer), "its size is wrong");
    const std::vector<std::uint8_t> whole = own("KQvK.rtbw");
    const std::vector<std::uint8_t> shorter(whole.begin(), whole.end() - 64);
    EXPECT_EQ(error_of("KQvK", TableKind::Wdl, shorter), "it is cut off");
}

}  // namespace
}  // namespace skua::tablebase
