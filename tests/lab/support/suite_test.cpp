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
    const auto move = [&](std::string_view san) { return *parse_san((*records)[0].position, san); };
    EXPECT_TRUE(is_solution((*records)[0], move("Ra8")));
    EXPECT_FALSE(is_solution((*records)[0], move("Ra2")));
    EXPECT_TRUE(is_solution((*records)[1], move("Ra8")));
    EXPECT_FALSE(is_solution((*records)[1], move("Ra2")));
    EXPECT_FALSE(is_solution((*records)[1], move("Ra3")));
}

TEST(Suite, TellsWhichLineIsWrong) {
    for (const std::string_view line : {"no position", "6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"nothing asked\";",
                                        "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rb8;"}) {
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
}

TEST(KeptSuites, NoPositionComesTwice) {
    std::set<std::string> seen;
    for (const char* const name : {"positional.epd", "endgames.epd"}) {
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
        if (is_solution(record, searcher.search(Game(record.position), limits).best)) { ++solved; }
    }
    EXPECT_GE(solved, 18);
}

}  // namespace
}  // namespace skua::lab
