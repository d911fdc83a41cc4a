#include "analysis/book_listing_text.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

TEST(BookListingText, IsATable) {
    BookListing listing{"the test book", 2, true, {}};
    listing.lines.push_back({"g1f3", "Nf3", 75, 0.75});
    listing.lines.push_back({"d2d4", "d4", 25, 0.25});
    EXPECT_EQ(to_text(listing),
              "Book: the test book, 2 entries\n"
              "  Move        Weight   Share\n"
              "  Nf3             75  75.0 %\n"
              "  d4              25  25.0 %");
}

TEST(BookListingText, SaysWhyThereIsNothing) {
    EXPECT_EQ(to_text({"the test book", 2, true, {}}),
              "Book: the test book, 2 entries\nIt has no move for this position.");
    EXPECT_NE(to_text({"the test book", 2, false, {}}).find("castling rights"), std::string::npos);
}

}  // namespace
}  // namespace skua
