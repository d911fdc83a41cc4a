#include "lab/book/grow.h"

#include "book/polyglot_key.h"
#include "lab/book/entries.h"
#include "lab/book/survey.h"
#include "lab/lab_support.h"

namespace skua::lab {
namespace {

class Growing : public LabTest {
protected:
    Growing() {
        settings.nodes = 200;
        settings.moves = 3;
        settings.positions = 70;  // more than one batch
        settings.hash_megabytes = 1;
    }
    GrownBook grow(const std::string& journal_name, const std::function<bool(const GrowProgress&)>& tick = nullptr) {
        const auto journal = Journal::open(path(journal_name), conditions_of(settings));
        EXPECT_TRUE(journal.ok()) << journal.error();
        Result<GrownBook> grown = grow_book(
            **journal, settings, tick ? tick : [](const GrowProgress&) { return true; });
        EXPECT_TRUE(grown.ok()) << grown.error();
        return *std::move(grown);
    }
    GrowSettings settings;
};

TEST_F(Growing, MakesASoundBook) {
    GrownBook grown = grow("j");
    EXPECT_EQ(grown.progress.positions, 70U);
    EXPECT_EQ(grown.progress.searched, 70U);
    EXPECT_FALSE(grown.progress.stopped);
    sort_entries(grown.entries);
    std::vector<std::uint8_t> bytes;
    for (const book::Entry& entry : grown.entries) { book::append_entry(bytes, entry); }
    const auto book = book::Book::from_bytes(bytes);
    ASSERT_TRUE(book.ok()) << book.error();
    const BookSurvey survey = survey_book(**book);
    EXPECT_FALSE(survey.is_broken());
    EXPECT_EQ(survey.positions, 70U);
    EXPECT_EQ(survey.orphans, 0U);
    EXPECT_LE(survey.most_moves, 3U);
    EXPECT_EQ(survey.plies, grown.progress.plies);
    // Every position has a move to play, and none is the whole margin worse than it.
    for (const book::BookMove& move : (*book)->moves(Game())) { EXPECT_LE(move.weight, 10000); }
    EXPECT_EQ((*book)->moves(Game()).front().weight, 10000);
}

TEST_F(Growing, IsTheSameOnAnyNumberOfThreadsAndAfterInterruptions) {
    for (const GrowOrder order : {GrowOrder::Breadth, GrowOrder::Likely}) {
        settings.order = order;
        const std::string name = order == GrowOrder::Breadth ? "b" : "l";
        settings.threads = 1;
        const std::vector<book::Entry> whole = grow(name + "1").entries;
        settings.threads = 2;
        EXPECT_EQ(grow(name + "2").entries, whole);
        int interruptions = 0;
        for (;;) {
            int ticks = 0;
            const GrownBook part = grow(name + "3", [&](const GrowProgress&) { return ++ticks < 20; });
            if (!part.progress.stopped) {
                EXPECT_EQ(part.entries, whole);
                break;
            }
            ++interruptions;
            EXPECT_LT(part.progress.positions, settings.positions);
        }
        EXPECT_GE(interruptions, 1);
        EXPECT_EQ(grow(name + "1").progress.searched, 0U);
    }
}

TEST_F(Growing, BreadthTakesAllPositionsOfAPlyFirst) {
    settings.margin = 1000;
    const int breadth = grow("j").progress.plies;
    // One position, then 3, then at most 9, 27 and 81.
    EXPECT_LE(breadth, 4);
    settings.order = GrowOrder::Likely;
    settings.margin = 5;
    EXPECT_GT(grow("j").progress.plies, breadth);
}

// A made-up journal: 1.e4 looks best, but the answer to it shows that it loses a queen; 1.d4 is worse than the margin.
TEST_F(Growing, BacksScoresUp) {
    const std::uint16_t e4 = book::encode_move(Move::normal(Square::E2, Square::E4));
    const std::uint16_t d4 = book::encode_move(Move::normal(Square::D2, Square::D4));
    const std::uint16_t e5 = book::encode_move(Move::normal(Square::E7, Square::E5));
    Game game;
    const Key start = book::polyglot_key(game);
    game.play(Move::normal(Square::E2, Square::E4));
    const Key after_e4 = book::polyglot_key(game);
    {
        const auto journal = Journal::open(path("j"), conditions_of(settings));
        ASSERT_TRUE(journal.ok());
        ASSERT_FALSE((*journal)->add(start, {{e4, 50}, {d4, 20}}));
        ASSERT_FALSE((*journal)->add(after_e4, {{e5, 900}}));
    }
    settings.positions = 2;
    std::vector<book::Entry> entries = grow("j").entries;
    sort_entries(entries);
    const std::vector<book::Entry> expected{{start, d4, 10000, 0}, {start, e4, 0, 0}, {after_e4, e5, 10000, 0}};
    EXPECT_EQ(entries, expected);
}

TEST_F(Growing, EndsWhereItsPliesEnd) {
    settings.plies = 1;
    const GrownBook grown = grow("j");
    EXPECT_LE(grown.progress.positions, 4U);
    EXPECT_EQ(grown.progress.plies, 1);
    EXPECT_FALSE(grown.progress.stopped);
}

}  // namespace
}  // namespace skua::lab
