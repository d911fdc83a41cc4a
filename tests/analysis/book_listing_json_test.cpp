#include "analysis/book_listing_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace skua {
namespace {

TEST(BookListingJson, IsAnArrayOfMoves) {
    BookListing listing{"the test book", 2, true, {}};
    EXPECT_EQ(to_json(listing).text(), "[]");
    listing.lines.push_back({"g1f3", "Nf3", 75, 0.75});
    listing.lines.push_back({"d2d4", "d4", 25, 0.25});
    EXPECT_EQ(nlohmann::json::parse(to_json(listing).text()),
              nlohmann::json::parse(R"([{"uci": "g1f3", "san": "Nf3", "weight": 75, "share": 0.75},
                                        {"uci": "d2d4", "san": "d4", "weight": 25, "share": 0.25}])"));
}

}  // namespace
}  // namespace skua
