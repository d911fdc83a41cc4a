#include "analysis/mate_search.h"

#include <gtest/gtest.h>

#include "analysis/support.h"

namespace skua {
namespace {

bool ends_in_mate(Position position, const std::vector<Move>& line) {
    for (const Move move : line) {
        if (!position.is_legal(move)) { return false; }
        position.play(move);
    }
    return position.in_check() && !has_legal_move(position);
}

struct Case {
    const char* fen;
    int moves;
};

TEST(MateSearchTest, ShowsAMateWhoseLineComesBackToItsStart) {
    // 34...Rd1+ 35.Kf2 Rd2+ 36.Kf1 is the position again, from where another move mates sooner.
    const Position position = position_of("4r3/1k4pp/1p6/5P2/PP3b1n/2P5/3r3P/5K1R b - - 8 34");
    MateSearch search;
    const auto mate = search.find(position, 8, 300'000, move_of(position, "d2d1"));
    ASSERT_TRUE(mate);
    EXPECT_EQ(mate->moves, 4);
    EXPECT_TRUE(ends_in_mate(position, mate->line));
    EXPECT_EQ(mate->line.size(), 7U);
}

TEST(MateSearchTest, FindsTheShortestMateWithItsLine) {
    MateSearch search;
    for (const Case& each : {
             Case{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},
             Case{"7k/8/5K2/8/8/8/8/1Q6 w - - 0 1", 2},                               // a quiet move first
             Case{"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 2},  // WAC 1
             Case{"6k1/ppp2ppp/8/8/8/8/5PPP/2R1R1K1 w - - 0 1", 1},
             Case{"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1},
         }) {
        const Position position = position_of(each.fen);
        const auto mate = search.find(position, 6, 200'000);
        ASSERT_TRUE(mate) << each.fen;
        EXPECT_EQ(mate->moves, each.moves) << each.fen;
        EXPECT_TRUE(mate->is_shortest);
        EXPECT_EQ(mate->line.size(), 2U * static_cast<unsigned>(each.moves) - 1) << each.fen;
        EXPECT_TRUE(ends_in_mate(position, mate->line)) << each.fen;
        EXPECT_GT(mate->nodes, 0U);
        EXPECT_FALSE(search.find(position, each.moves - 1, 200'000)) << each.fen;
    }
}

TEST(MateSearchTest, LongMatesByChecks) {
    MateSearch search;
    // Smothered mate, all checks: 1. Nf7+ Kg8 2. Nh6+ Kh8 3. Qg8+ Rxg8 4. Nf7#
    const Position position = position_of("3r3k/6pp/8/6N1/8/1Q6/6PP/7K w - - 0 1");
    const auto mate = search.find(position, 6, 3'000);
    ASSERT_TRUE(mate);
    EXPECT_EQ(mate->moves, 4);
    EXPECT_TRUE(ends_in_mate(position, mate->line));
}

TEST(MateSearchTest, DoesNotFindWhatIsNotThere) {
    MateSearch search;
    EXPECT_FALSE(search.find(Position(), 3, 50'000));
    EXPECT_GT(search.nodes(), 0U);
    EXPECT_FALSE(search.find(position_of("7k/8/8/8/8/8/8/KB6 w - - 0 1"), 4, 20'000));
    // The mate would come after the fiftieth move.
    EXPECT_FALSE(search.find(position_of("7k/8/5K2/8/8/8/8/1Q6 w - - 98 90"), 3, 50'000));
    // Stalemate is not mate.
    EXPECT_FALSE(search.find(position_of("7k/8/5QK1/8/8/8/8/8 b - - 0 1"), 2, 1'000));
}

}  // namespace
}  // namespace skua
