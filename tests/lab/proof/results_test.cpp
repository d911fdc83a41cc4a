#include "lab/proof/results.h"

#include "lab/lab_support.h"

namespace skua::lab::proof {
namespace {

using ResultsTest = LabTest;

ResultRow row(const std::string& kind, const Finding& finding) {
    ResultRow row;
    row.fen = StartFen;
    row.move = "e4";
    row.kind = kind;
    row.role = "does";
    row.check = "search";
    row.text = "e4 \"wins\", or not.";
    row.finding = finding;
    return row;
}

const std::vector<ResultRow> SomeRows{row("fork", confirmed()), row("fork", is_false("no, it does not")),
                                      row("mate", search_denies("none")), row("mate", not_checked("too long"))};

TEST_F(ResultsTest, AreCountedByKind) {
    const auto results = Results::open("", "");
    ASSERT_TRUE(results);
    EXPECT_FALSE((*results)->add(3, SomeRows));
    EXPECT_TRUE((*results)->has(3));
    EXPECT_FALSE((*results)->has(2));
    const Tally total = (*results)->total();
    EXPECT_EQ(total.occurred, 4);
    EXPECT_EQ(total.false_claims, 1);
    EXPECT_EQ(total.denied, 1);
    EXPECT_EQ(total.not_checked, 1);
    EXPECT_NE((*results)->table().find("\nfork                             2             1                 0"),
              std::string::npos)
        << (*results)->table();
}

TEST_F(ResultsTest, AreReadAgain) {
    const std::string file = path("results.csv");
    {
        const auto results = Results::open(file, "50 nodes");
        ASSERT_TRUE(results) << results.error();
        EXPECT_FALSE((*results)->add(0, SomeRows));
        EXPECT_FALSE((*results)->add(5, {}));
    }
    const auto again = Results::open(file, "50 nodes");
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ((*again)->positions(), 2U);
    EXPECT_TRUE((*again)->has(5));
    EXPECT_EQ((*again)->total().occurred, 4);
    EXPECT_EQ((*again)->total().denied, 1);
    EXPECT_FALSE(Results::open(file, "60 nodes")) << "other conditions, and in use";
}

TEST_F(ResultsTest, LeaveOutPositionsThatWereNotFinished) {
    const std::string file = path("results.csv");
    {
        const auto results = Results::open(file, "x");
        ASSERT_TRUE(results);
        EXPECT_FALSE((*results)->add(0, SomeRows));
    }
    // Killed after the first row of the second position.
    std::string bytes = bytes_of(file);
    const std::size_t first = bytes.find('\n') + 1;
    bytes += "1" + bytes.substr(first + 1, bytes.find('\n', first) - first);
    put_bytes(file, bytes);
    {
        const auto results = Results::open(file, "x");
        ASSERT_TRUE(results) << results.error();
        EXPECT_EQ((*results)->positions(), 1U);
        EXPECT_EQ((*results)->total().occurred, 4);
        EXPECT_FALSE((*results)->add(2, SomeRows));
    }
    EXPECT_EQ((*Results::open(file, "x"))->total().occurred, 8);
}

TEST_F(ResultsTest, RefuseOtherFiles) {
    put_bytes(path("other.csv"), "a,b,c\n1,2,3\n");
    EXPECT_FALSE(Results::open(path("other.csv"), "x"));
}

TEST(Csv, QuotesWhatNeedsIt) {
    const std::vector<std::string> fields{"a", "b,c", "say \"no\"", ""};
    EXPECT_EQ(to_csv(fields), "a,\"b,c\",\"say \"\"no\"\"\",");
    EXPECT_EQ(parse_csv(to_csv(fields)), fields);
    EXPECT_FALSE(parse_csv("a,\"b"));
}

}  // namespace
}  // namespace skua::lab::proof
