#include "lab/book/merge.h"

#include <gtest/gtest.h>

namespace skua::lab {
namespace {

using Entries = std::vector<book::Entry>;

class BookMerging : public testing::Test {
protected:
    std::shared_ptr<const book::Book> book_of(const Entries& entries) {
        bytes_.push_back(std::make_unique<std::vector<std::uint8_t>>());
        for (const book::Entry& entry : entries) { book::append_entry(*bytes_.back(), entry); }
        return *book::Book::from_bytes(*bytes_.back());
    }

private:
    std::vector<std::unique_ptr<std::vector<std::uint8_t>>> bytes_;
};

TEST_F(BookMerging, TheFirstBookDecidesAPosition) {
    const auto first = book_of({{2, 10, 5, 1}, {2, 10, 9, 0}, {4, 11, 6, 0}});
    const auto second = book_of({{1, 12, 7, 0}, {2, 13, 8, 0}, {5, 14, 9, 0}});
    EXPECT_EQ(merge_books({first, second}, MergeRule::FirstBook),
              (Entries{{1, 12, 7, 0}, {2, 10, 5, 0}, {4, 11, 6, 0}, {5, 14, 9, 0}}));
    EXPECT_EQ(merge_books({second, first}, MergeRule::FirstBook),
              (Entries{{1, 12, 7, 0}, {2, 13, 8, 0}, {4, 11, 6, 0}, {5, 14, 9, 0}}));
}

TEST_F(BookMerging, WeightsCanBeAdded) {
    const auto first = book_of({{2, 10, 40000, 0}, {2, 11, 10, 0}});
    const auto second = book_of({{2, 10, 40000, 0}, {2, 12, 50000, 0}, {2, 12, 1, 0}});
    // 80000, 10 and 50000, in 16 bits.
    EXPECT_EQ(merge_books({first, second}, MergeRule::AddWeights),
              (Entries{{2, 10, 65535, 0}, {2, 12, 40959, 0}, {2, 11, 8, 0}}));
}

}  // namespace
}  // namespace skua::lab
