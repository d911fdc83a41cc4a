#include "analysis/book_listing.h"

#include <gtest/gtest.h>

#include "book/polyglot_key.h"
#include "chess/fen.h"
#include "chess/uci_move.h"

namespace skua {
namespace {

class Listing : public testing::Test {
protected:
    BookListing list(const Game& game, Variant variant = Variant::Standard) {
        std::vector<std::uint8_t> bytes;
        for (const book::Entry& entry : entries) { book::append_entry(bytes, entry); }
        return list_book_moves(**book::Book::from_bytes(bytes), "the test book", game, variant);
    }
    void add(const Game& game, std::string_view move, std::uint16_t weight) {
        entries.push_back(
            {book::polyglot_key(game), book::encode_move(*parse_uci_move(game.position(), move)), weight, 0});
    }
    std::vector<book::Entry> entries;
};

TEST_F(Listing, HasNamesWeightsAndShares) {
    add(Game(), "d2d4", 25);
    add(Game(), "g1f3", 75);
    const BookListing listing = list(Game());
    ASSERT_EQ(listing.lines.size(), 2U);
    EXPECT_EQ(listing.entries, 2U);
    EXPECT_EQ(listing.lines[0].uci, "g1f3");
    EXPECT_EQ(listing.lines[0].san, "Nf3");
    EXPECT_EQ(listing.lines[0].weight, 75);
    EXPECT_DOUBLE_EQ(listing.lines[0].share, 0.75);
}

TEST_F(Listing, KnowsWhyThereIsNothing) {
    add(Game(), "d2d4", 25);
    const BookListing nothing = list(Game(parse_fen("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1")->position));
    EXPECT_TRUE(nothing.lines.empty());
    EXPECT_TRUE(nothing.can_know);
    const BookListing inexpressible = list(Game(parse_fen("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1")->position));
    EXPECT_FALSE(inexpressible.can_know);
}

TEST_F(Listing, WritesCastlingAsTheVariantWants) {
    const Game game(parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")->position);
    add(game, "e1g1", 1);
    EXPECT_EQ(list(game).lines[0].uci, "e1g1");
    EXPECT_EQ(list(game, Variant::Chess960).lines[0].uci, "e1h1");
    EXPECT_EQ(list(game).lines[0].san, "O-O");
}

}  // namespace
}  // namespace skua
