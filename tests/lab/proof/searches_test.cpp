#include "lab/proof/searches.h"

#include "lab/proof/proof_support.h"

namespace skua::lab::proof {
namespace {

TEST(SearchesTest, AskWithMoreNodes) {
    Engine engine;
    Searches searches(engine, {2'000, 3});
    const Game game(position_of("r3k3/8/8/1N6/8/8/PPP5/4K3 w - - 0 1"));
    const Move fork = move_of(game.position(), "b5c7");
    EXPECT_TRUE(searches.material(game, fork, 100'000).wins(200));
    EXPECT_GE(searches.nodes(), 200'000U);
    const auto lines = searches.lines(game, {}, 2);
    ASSERT_TRUE(lines);
    ASSERT_EQ(lines->lines.size(), 2U);
    EXPECT_EQ(lines->lines[0].first(), fork);
    EXPECT_GE(lines->nodes, 5'000U);
}

TEST(SearchesTest, RememberAnswers) {
    Engine engine;
    Searches searches(engine, {2'000, 1});
    const Move move = move_of(Position(), "e2e4");
    const auto first = searches.lines(Game(), {move}, 1);
    const int gain = searches.material(Game(), move, 0).centipawns;
    const std::uint64_t nodes = searches.nodes();
    ASSERT_TRUE(first);
    EXPECT_EQ(searches.lines(Game(), {move}, 1)->lines[0].moves, first->lines[0].moves);
    EXPECT_EQ(searches.material(Game(), move, 0).centipawns, gain);
    EXPECT_EQ(searches.nodes(), nodes);
    EXPECT_TRUE(searches.lines(Game(), {}, 1));
    EXPECT_GT(searches.nodes(), nodes) << "another question";
}

TEST(SearchesTest, CanBeCancelled) {
    Engine engine;
    Searches searches(engine, {1'000'000'000, 1}, [] { return true; });
    EXPECT_FALSE(searches.lines(Game(), {}, 1));
}

}  // namespace
}  // namespace skua::lab::proof
