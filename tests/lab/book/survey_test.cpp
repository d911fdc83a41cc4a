#include "lab/book/survey.h"

#include <gtest/gtest.h>

#include "book/polyglot_key.h"
#include "chess/uci_move.h"
#include "lab/book/entries.h"

namespace skua::lab {
namespace {

class Surveying : public testing::Test {
protected:
    // Adds the last of the moves to the position after the others.
    void add(const std::vector<std::string>& moves, std::uint16_t weight = 10) {
        Game game;
        for (std::size_t i = 0; i + 1 < moves.size(); ++i) { game.play(*parse_uci_move(game.position(), moves[i])); }
        const Move last = *parse_uci_move(game.position(), moves.back());
        entries.push_back({book::polyglot_key(game), book::encode_move(last), weight, 0});
    }
    BookSurvey survey(bool sort = true) {
        if (sort) { sort_entries(entries); }
        bytes.clear();
        for (const book::Entry& entry : entries) { book::append_entry(bytes, entry); }
        return survey_book(**book::Book::from_bytes(bytes));
    }
    std::vector<book::Entry> entries;
    std::vector<std::uint8_t> bytes;
};

TEST_F(Surveying, CountsAGoodBook) {
    add({"e2e4"});
    add({"d2d4"}, 0);
    add({"e2e4", "e7e5"});
    add({"e2e4", "e7e5", "g1f3"}, 70);
    // Not by a move of the book, but by a legal one.
    add({"h2h4", "e7e5"});
    const BookSurvey result = survey();
    EXPECT_FALSE(result.is_broken());
    EXPECT_EQ(result.entries, 5U);
    EXPECT_EQ(result.positions, 4U);
    EXPECT_EQ(result.most_moves, 2U);
    EXPECT_EQ(result.largest_weight, 70);
    EXPECT_EQ(result.zero_weights, 1U);
    EXPECT_EQ(result.reached, 4U);
    EXPECT_EQ(result.orphans, 0U);
    EXPECT_EQ(result.plies, 2);
}

TEST_F(Surveying, ReachesABookForOneColour) {
    add({"e2e4", "e7e5"});
    add({"e2e4", "e7e5", "g1f3", "b8c6"});
    add({"a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6"});  // nothing leads here
    const BookSurvey result = survey();
    EXPECT_EQ(result.reached, 2U);
    EXPECT_EQ(result.orphans, 1U);
    EXPECT_EQ(result.plies, 3);
    EXPECT_FALSE(result.is_broken());
}

TEST_F(Surveying, FindsEveryFault) {
    add({"e2e4"});
    add({"e2e4"}, 5);
    EXPECT_EQ(survey().duplicates, 1U);
    entries.clear();
    add({"e2e4"});
    entries.push_back({entries[0].key, 0x0C3A, 1, 0});  // a piece that is not there
    EXPECT_EQ(survey().illegal, 1U);
    ASSERT_EQ(survey().examples.size(), 1U);
    EXPECT_NE(survey().examples[0].find("illegal move in rnbqkbnr/"), std::string::npos);
    entries.clear();
    add({"e2e4"});
    entries.push_back({entries[0].key, 0xF000, 1, 0});
    entries.push_back({entries[0].key, 0, 1, 0});
    EXPECT_EQ(survey().malformed, 2U);
    EXPECT_EQ(survey().illegal, 0U);
    EXPECT_TRUE(survey().is_broken());
}

TEST_F(Surveying, CastlingInTwoFormsIsADuplicate) {
    const std::vector<std::string> line{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"};
    for (std::size_t length = 1; length <= line.size(); ++length) {
        add({line.begin(), line.begin() + static_cast<std::ptrdiff_t>(length)});
    }
    EXPECT_FALSE(survey().is_broken());
    add(line);
    entries.back().move = static_cast<std::uint16_t>(index_of(Square::G1) | (index_of(Square::E1) << 6));
    EXPECT_EQ(survey().duplicates, 1U);
}

// A large book is opened after samples only; the survey sees every entry.
TEST_F(Surveying, FindsDisorderThatOpeningOverlooks) {
    constexpr std::uint64_t Many = 1100000;
    for (std::uint64_t i = 0; i < Many; ++i) { entries.push_back({2 * i + 2, 796, 1, 0}); }
    EXPECT_EQ(survey(false).out_of_order, 0U);
    std::swap(entries[5001], entries[5002]);
    EXPECT_EQ(survey(false).out_of_order, 1U);
    EXPECT_TRUE(survey(false).is_broken());
}

}  // namespace
}  // namespace skua::lab
