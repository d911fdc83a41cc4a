#include "lab/book/journal.h"

#include "lab/lab_support.h"

namespace skua::lab {
namespace {

class JournalFile : public LabTest {
protected:
    [[nodiscard]] Result<std::unique_ptr<Journal>> open(const std::string& conditions = "100 nodes") const {
        return Journal::open(path("j"), conditions);
    }
    [[nodiscard]] std::string refusal(const std::string& conditions = "100 nodes") const {
        const auto journal = open(conditions);
        return journal ? "" : journal.error();
    }
};

TEST_F(JournalFile, RemembersSearches) {
    const std::vector<FoundMove> moves{{796, 20}, {731, -5}};
    {
        const auto journal = open();
        ASSERT_TRUE(journal.ok()) << journal.error();
        EXPECT_EQ((*journal)->find(7), nullptr);
        ASSERT_FALSE((*journal)->add(7, moves));
        ASSERT_NE((*journal)->find(7), nullptr);
        // One writer at a time.
        EXPECT_NE(refusal().find("another program"), std::string::npos);
    }
    const auto journal = open();
    ASSERT_TRUE(journal.ok()) << journal.error();
    EXPECT_EQ((*journal)->size(), 1U);
    ASSERT_NE((*journal)->find(7), nullptr);
    EXPECT_EQ(*(*journal)->find(7), moves);
}

TEST_F(JournalFile, EveryTruncationCanBeContinued) {
    {
        const auto journal = open();
        ASSERT_TRUE(journal.ok());
        ASSERT_FALSE((*journal)->add(7, {{796, 20}}));
        ASSERT_FALSE((*journal)->add(8, {{731, -5}}));
    }
    const std::string whole = bytes_of(path("j"));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        std::string kept = whole.substr(0, size);
        put_bytes(path("j"), kept);
        kept.resize(kept.rfind('\n') + 1);
        if (kept.empty()) { kept = whole.substr(0, whole.find('\n') + 1); }
        const auto journal = open();
        ASSERT_TRUE(journal.ok()) << size << ": " << journal.error();
        EXPECT_EQ((*journal)->size() + 1, static_cast<std::size_t>(std::count(kept.begin(), kept.end(), '\n')));
        ASSERT_FALSE((*journal)->add(9, {{1, 1}}));
        EXPECT_EQ(bytes_of(path("j")), kept + "0000000000000009 1 1\n");
    }
}

TEST_F(JournalFile, RefusesWhatItCantContinue) {
    put_bytes(path("j"), "a book of recipes\n");
    EXPECT_NE(refusal().find("not the journal"), std::string::npos);
    put_bytes(path("j"), "a book of recipes");
    EXPECT_NE(refusal().find("not the journal"), std::string::npos);
    EXPECT_EQ(bytes_of(path("j")), "a book of recipes");
    put_bytes(path("j"), "");
    EXPECT_EQ(refusal("5 nodes"), "");
    EXPECT_NE(refusal("6 nodes").find("5 nodes, not 6 nodes"), std::string::npos);
    put_bytes(path("j"), bytes_of(path("j")) + "0000000000000009 1 1\nnonsense\n");
    EXPECT_NE(refusal("5 nodes").find("line 3"), std::string::npos);
    EXPECT_FALSE(Journal::open(path("no/folder"), "x").ok());
    EXPECT_FALSE(Journal::open("/", "x").ok());
}

}  // namespace
}  // namespace skua::lab
