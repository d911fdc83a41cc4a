#include "analysis/position_search.h"

#include <gtest/gtest.h>

#include <atomic>

#include "chess/fen.h"
#include "chess/uci_move.h"

namespace skua {
namespace {

Game game_of(const char* fen) { return Game(parse_fen(fen)->position); }

Limits node_limit(std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    return limits;
}

TEST(PositionSearchTest, GivesComparableLines) {
    Engine engine;
    PositionSearch search(engine);
    const auto found = search.run(Game(), node_limit(20'000), 3);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->lines.size(), 3U);
    EXPECT_GT(found->depth, 3);
    EXPECT_GE(found->nodes, 20'000U);
    EXPECT_EQ(search.nodes(), found->nodes);
    for (std::size_t i = 1; i < 3; ++i) {
        EXPECT_NE(found->lines[i].first(), found->lines[0].first());
        EXPECT_LE(std::get<Centipawns>(found->lines[i].score).value, std::get<Centipawns>(found->lines[0].score).value);
    }
    // Only the moves that are asked for.
    Limits two = node_limit(5'000);
    two.search_moves = {*parse_uci_move(Position(), "a2a3"), *parse_uci_move(Position(), "f2f3")};
    const auto compared = search.run(Game(), two, 2);
    ASSERT_TRUE(compared);
    ASSERT_EQ(compared->lines.size(), 2U);
    EXPECT_EQ(to_uci(compared->lines[0].first()), "a2a3");
}

TEST(PositionSearchTest, OfFewMovesOrNone) {
    Engine engine;
    PositionSearch search(engine);
    const auto forced = search.run(game_of("7k/8/8/8/8/8/5q2/7K w - - 0 1"), node_limit(1'000), 2);
    ASSERT_TRUE(forced);
    EXPECT_TRUE(forced->lines.empty()) << "stalemate";
    const auto mate = search.run(game_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), node_limit(1'000), 2);
    ASSERT_TRUE(mate);
    ASSERT_EQ(mate->lines.size(), 2U);
    EXPECT_EQ(mate->lines[0].score, ShownScore(MateIn{1, true}));
    EXPECT_EQ(mate->lines[0].chances, CertainWin);
}

TEST(PositionSearchTest, CanBeCancelled) {
    Engine engine;
    std::atomic<int> asked{0};
    PositionSearch search(engine, [&asked] { return ++asked > 2; });
    Limits endless;
    endless.infinite = true;
    EXPECT_FALSE(search.run(Game(), endless, 1));
    // The next search is not cancelled before it begins.
    asked = -1'000'000;
    EXPECT_TRUE(search.run(Game(), node_limit(1'000), 1));
}

}  // namespace
}  // namespace skua
