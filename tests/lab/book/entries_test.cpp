#include "lab/book/entries.h"

#include "lab/lab_support.h"

namespace skua::lab {
namespace {

TEST(BookEntries, WeightsAreScaledOnlyIfTheyMust) {
    std::vector<std::uint64_t> small{5, 0, 65535};
    fit_weights(small);
    EXPECT_EQ(small, (std::vector<std::uint64_t>{5, 0, 65535}));
    std::vector<std::uint64_t> large{131070, 2, 65536, 0, 1};
    fit_weights(large);
    EXPECT_EQ(large, (std::vector<std::uint64_t>{65535, 1, 32768, 0, 1}));
    std::vector<std::uint64_t> none;
    fit_weights(none);
    EXPECT_TRUE(none.empty());
}

class BookWriting : public LabTest {};

TEST_F(BookWriting, SortsByKeyAndWeight) {
    ASSERT_FALSE(write_book(path("a.bin"), {{7, 1, 10, 0}, {3, 2, 5, 0}, {7, 3, 30, 9}}));
    const auto book = book::Book::open(path("a.bin"));
    ASSERT_TRUE(book.ok()) << book.error();
    ASSERT_EQ((*book)->size(), 3U);
    EXPECT_EQ((*book)->entry(0), (book::Entry{3, 2, 5, 0}));
    EXPECT_EQ((*book)->entry(1), (book::Entry{7, 3, 30, 9}));
    EXPECT_EQ((*book)->entry(2), (book::Entry{7, 1, 10, 0}));
    EXPECT_TRUE(write_book(path("no/such/folder"), {}));
}

}  // namespace
}  // namespace skua::lab
