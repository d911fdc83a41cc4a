#include "lab/support/suite.h"

#include <gtest/gtest.h>

#include <set>

#include "chess/fen.h"
#include "chess/san.h"
#include "lab/support/files.h"
#include "search/searcher.h"

namespace skua::lab {
namespace {

constexpr std::string_view MateInOne = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"mate\";";
constexpr std::string_view Avoid = "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra2 Ra3; id \"not these\";";

TEST(Suite, ReadsPositionsAndSkipsRemarks) {
    const auto records = read_suite("# a remark\n\n" + std::string(MateInOne) + "\r\n" + std::string(Avoid));
    ASSERT_TRUE(records) << records.error();
    ASSERT_EQ(records->size(), 2U);
    EXPECT_EQ((*records)[0].id(), "mate");
}

TEST(Suite, KnowsASolution) {
    const auto records = read_suite(std::string(MateInOne) + "\n" + std::string(Avoid));
    ASSERT_TRUE(records);
    const auto move = [&](std::string_view san) { return SuiteAnswer{*parse_san((*records)[0].position, san), false}; };
    EXPECT_TRUE(is_solution((*records)[0], move("Ra8")));
    EXPECT_FALSE(is_solution((*records)[0], move("Ra2")));
    EXPECT_TRUE(is_solution((*records)[1], move("Ra8")));
    EXPECT_FALSE(is_solution((*records)[1], move("Ra2")));
    EXPECT_FALSE(is_solution((*records)[1], move("Ra3")));
}

TEST(Suite, AMateMustBeAnnounced) {
    const auto records = read_suite("6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1; id \"back rank\";");
    ASSERT_TRUE(records) << records.error();
    const Move mate = *parse_san((*records)[0].position, "Ra8#");
    EXPECT_TRUE(is_solution((*records)[0], {mate, true}));
    EXPECT_FALSE(is_solution((*records)[0], {mate, false}));
}

TEST(Suite, TellsWhichLineIsWrong) {
    for (const std::string_view line :
         {"no position", "6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"nothing asked\";", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rb8;",
          "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 0;"}) {
        const auto records = read_suite(std::string(MateInOne) + "\n" + std::string(line));
        ASSERT_FALSE(records) << line;
        EXPECT_EQ(records.error().substr(0, 8), "line 2: ") << records.error();
    }
    EXPECT_FALSE(read_suite(""));
    EXPECT_FALSE(read_suite("\n# only a remark\n"));
}

// ---------------------------------------------------------------------- the suites we keep

std::vector<EpdRecord> kept_suite(const std::string& name) {
    const auto text = contents_of(SKUA_SOURCE_DIR "/lab/suites/" + name);
    EXPECT_TRUE(text) << text.error();
    if (!text) { return {}; }
    const auto records = read_suite(*text);
    EXPECT_TRUE(records) << records.error();
    return records ? *records : std::vector<EpdRecord>{};
}

TEST(KeptSuites, AreComplete) {
    EXPECT_EQ(kept_suite("positional.epd").size(), 50U);
    EXPECT_EQ(kept_suite("endgames.epd").size(), 20U);
    EXPECT_EQ(kept_suite("mates.epd").size(), 300U);
}

TEST(KeptSuites, NoPositionComesTwice) {
    std::set<std::string> seen;
    for (const char* const name : {"positional.epd", "endgames.epd", "mates.epd"}) {
        for (const EpdRecord& record : kept_suite(name)) {
            EXPECT_TRUE(seen.insert(to_fen(record.position)).second) << record.id();
            EXPECT_FALSE(record.id().empty());
        }
    }
}

// With a few thousand nodes it is the evaluation that knows these, not the search.
TEST(KeptSuites, EndgamesAreUnderstood) {
    Searcher searcher(RunsOn::CallersThread, 4);
    int solved = 0;
    for (const EpdRecord& record : kept_suite("endgames.epd")) {
        Limits limits;
        limits.nodes = 20000;
        searcher.clear();
        if (is_solution(record, {searcher.search(Game(record.position), limits).best, false})) { ++solved; }
    }
    EXPECT_GE(solved, 18);
}

// The shortest mates need few nodes, even in positions that are won anyway.
TEST(KeptSuites, ShortMatesAreFound) {
    Searcher searcher(RunsOn::CallersThread, 4);
    int mates = 0;
    int solved = 0;
    for (const EpdRecord& record : kept_suite("mates.epd")) {
        if (std::stoi(record.find("dm")->operands[0]) > 3) { continue; }
        Limits limits;
        limits.nodes = 50000;
        searcher.clear();
        ++mates;
        const SearchResult result = searcher.search(Game(record.position), limits);
        if (is_solution(record, {result.best, is_mate(result.score) && result.score > 0})) { ++solved; }
    }
    EXPECT_GE(mates, 20);
    EXPECT_GE(solved, mates - 1);
}

}  // namespace
}  // namespace skua::lab
