// Iterations and what they report: limits, lines, several best lines, chosen moves.
#include "search/worker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "chess/random_positions.h"
#include "search/support.h"

namespace skua {
namespace {

constexpr std::string_view Kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr std::string_view RookEnding = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

// ---------------------------------------------------------------------- limits

TEST(Worker, EndsAtTheDepthAskedFor) {
    ObservedSearch observed;
    for (const std::string_view fen : {StartFen, RookEnding}) {
        for (Depth depth = 1; depth <= 9; ++depth) {
            const Game game = game_of(fen);
            const Heard heard = observed.search(game, depth_limit(depth));
            expect_sound(game, heard);
            EXPECT_EQ(heard.last().depth, depth);
            EXPECT_EQ(heard.result.depth, depth);
        }
    }
}

TEST(Worker, ReportsEveryIteration) {
    ObservedSearch observed;
    const Heard heard = observed.search(StartFen, depth_limit(8));
    Depth depth = 0;
    for (const SearchInfo& info : heard.infos) {
        if (info.bound != Bound::Exact) { continue; }
        EXPECT_EQ(info.depth, depth + 1);
        depth = info.depth;
    }
    EXPECT_EQ(depth, 8);
}

TEST(Worker, EndsAtTheNodesAskedFor) {
    ObservedSearch observed;
    for (const std::string_view fen : {StartFen, Kiwipete, RookEnding}) {
        for (const std::uint64_t nodes : {5000U, 10000U, 33333U}) {
            observed.searcher.clear();
            const Game game = game_of(fen);
            const Heard heard = observed.search(game, node_limit(nodes));
            expect_sound(game, heard);
            EXPECT_EQ(heard.result.nodes, nodes) << fen;
        }
    }
}

TEST(Worker, TheFewestNodesStillGiveAMove) {
    ObservedSearch observed;
    for (const std::string_view fen : {StartFen, Kiwipete, RookEnding}) {
        for (const std::uint64_t nodes : {1U, 2U, 10U, 100U}) {
            observed.searcher.clear();
            const Game game = game_of(fen);
            const Heard heard = observed.search(game, node_limit(nodes));
            expect_sound(game, heard);
            EXPECT_LT(heard.result.nodes, nodes + 2048);
        }
    }
}

TEST(Worker, SoftNodesFinishTheIteration) {
    ObservedSearch observed;
    Limits limits;
    limits.soft_nodes = 5000;
    const Heard heard = observed.search(StartFen, limits);
    EXPECT_GE(heard.result.nodes, 5000U);
    EXPECT_EQ(heard.last().depth, heard.result.depth);
    EXPECT_EQ(heard.last().score, heard.result.score);
}

TEST(Worker, TheFirstLimitWins) {
    ObservedSearch observed;
    Limits limits = depth_limit(30);
    limits.nodes = 20000;
    limits.move_time = 60000;
    EXPECT_EQ(observed.search(StartFen, limits).result.nodes, 20000U);
    limits = depth_limit(3);
    limits.nodes = 10000000;
    limits.move_time = 60000;
    EXPECT_EQ(observed.search(StartFen, limits).last().depth, 3);
    limits = depth_limit(100);
    limits.nodes = 1000000000;
    limits.move_time = 60;
    limits.start = Clock::now();
    const Heard heard = observed.search(StartFen, limits);
    EXPECT_LT(Clock::now() - limits.start, std::chrono::seconds(2));
    expect_sound(Game(), heard);
}

TEST(Worker, AClockEndsTheSearch) {
    ObservedSearch observed;
    for (const Milliseconds time : {-500, 0, 1, 50, 300}) {
        Limits limits;
        limits.time[Color::White] = time;
        const Heard heard = observed.search(StartFen, limits);
        EXPECT_LT(Clock::now() - limits.start, std::chrono::milliseconds(std::max<Milliseconds>(time, 0) + 500))
            << time;
        expect_sound(Game(), heard);
    }
}

TEST(Worker, ASingleMoveIsPlayedSoon) {
    ObservedSearch observed;
    Limits limits;
    limits.time[Color::White] = 600000;
    limits.time[Color::Black] = 600000;
    const Game only = game_of("7k/8/8/8/8/1r6/8/K7 w - - 0 1");
    ASSERT_EQ(legal_moves(only.position()).size(), 1U);
    limits.start = Clock::now();
    const Heard heard = observed.search(only, limits);
    EXPECT_LT(Clock::now() - limits.start, std::chrono::seconds(2));
    EXPECT_EQ(to_uci(heard.result.best), "a1a2");
}

TEST(Worker, AskingForAMateThatIsNotThereEndsByOtherLimits) {
    ObservedSearch observed;
    Limits limits = node_limit(20000);
    limits.mate = 1;
    const Heard heard = observed.search(StartFen, limits);
    EXPECT_EQ(heard.result.nodes, 20000U);
    expect_sound(Game(), heard);
}

// ---------------------------------------------------------------------- lines

TEST(Worker, LinesAreLegalInRandomPositions) {
    ObservedSearch observed;
    visit_random_positions(0xF00D, 250, [&](const Game& game) {
        if (game.state() != GameState::Ongoing) { return; }
        expect_sound(game, observed.search(game, node_limit(3000)));
    });
}

TEST(Worker, ThePositionOfTheGameIsLeftAlone) {
    ObservedSearch observed;
    const Game game = game_of(Kiwipete, "e1g1 e8g8");
    const Position before = game.position();
    static_cast<void>(observed.search(game, depth_limit(6)));
    EXPECT_EQ(game.position(), before);
}

TEST(Worker, ALongGameBehindTheRootDoesNoHarm) {
    Game game;
    const char* const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (int ply = 0; ply < 3000; ++ply) { game.play(move_of(game.position(), shuffle[ply % 4])); }
    ObservedSearch observed;
    const Heard heard = observed.search(game, node_limit(20000));
    ASSERT_EQ(heard.answers, 1);
    EXPECT_TRUE(game.position().is_legal(heard.result.best));
}

TEST(Worker, TheExpectedReplyIsLegal) {
    ObservedSearch observed;
    for (Depth depth = 1; depth <= 8; ++depth) {
        const Heard heard = observed.search(Kiwipete, depth_limit(depth));
        Game game = game_of(Kiwipete);
        game.play(heard.result.best);
        if (!heard.result.ponder.is_none()) { EXPECT_TRUE(game.position().is_legal(heard.result.ponder)); }
        if (heard.last().pv.size() > 1) { EXPECT_EQ(heard.result.ponder, heard.last().pv[1]) << depth; }
    }
}

TEST(Worker, NoReplyIsExpectedToMate) {
    ObservedSearch observed;
    const Heard heard = observed.search("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", depth_limit(6));
    EXPECT_EQ(to_uci(heard.result.best), "a1a8");
    EXPECT_TRUE(heard.result.ponder.is_none());
}

// ---------------------------------------------------------------------- several best lines

TEST(Worker, SeveralLinesAreDistinctAndSorted) {
    for (const int count : {2, 3, 5}) {
        ObservedSearch observed;
        observed.settings.multi_pv = count;
        const Game game = game_of(Kiwipete);
        const Heard heard = observed.search(game, depth_limit(7));
        expect_sound(game, heard);
        const std::vector<SearchInfo> lines = heard.last_lines(static_cast<std::size_t>(count));
        std::set<std::uint16_t> firsts;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            EXPECT_EQ(lines[i].multipv, static_cast<int>(i) + 1);
            EXPECT_EQ(lines[i].depth, 7);
            EXPECT_TRUE(firsts.insert(lines[i].pv[0].raw()).second);
            if (i > 0) { EXPECT_LE(lines[i].score, lines[i - 1].score); }
        }
        EXPECT_EQ(lines.size(), static_cast<std::size_t>(count));
        EXPECT_EQ(lines[0].pv[0], heard.result.best);
    }
}

TEST(Worker, MoreLinesThanMovesShowEveryMove) {
    ObservedSearch observed;
    observed.settings.multi_pv = 256;
    const Game game = game_of("k7/8/8/8/8/8/8/R6K b - - 0 1");
    const std::size_t moves = legal_moves(game.position()).size();
    ASSERT_EQ(moves, 2U);
    const Heard heard = observed.search(game, depth_limit(5));
    EXPECT_EQ(heard.infos.size(), moves * 5);
    std::set<std::uint16_t> firsts;
    for (const SearchInfo& info : heard.last_lines(moves)) { firsts.insert(info.pv[0].raw()); }
    EXPECT_EQ(firsts.size(), moves);
}

TEST(Worker, TheBestOfSeveralLinesIsTheMate) {
    ObservedSearch observed;
    observed.settings.multi_pv = 4;
    const Heard heard =
        observed.search("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", depth_limit(6));
    EXPECT_EQ(heard.result.score, mate_in(3));
    EXPECT_EQ(to_uci(heard.result.best), "d5f6");
}

// Sorted at every iteration, also when the search is cut short.
TEST(Worker, SeveralLinesStaySortedWhenInterrupted) {
    for (const std::uint64_t nodes : {2000U, 5000U, 12345U, 40000U}) {
        ObservedSearch observed;
        observed.settings.multi_pv = 3;
        const Game game = game_of(Kiwipete);
        const Heard heard = observed.search(game, node_limit(nodes));
        expect_sound(game, heard);
        Score last = InfiniteScore;
        for (const SearchInfo& info : heard.infos) {
            if (info.multipv == 1) { last = InfiniteScore; }
            EXPECT_LE(info.score, last) << nodes << " depth " << info.depth;
            last = info.score;
        }
    }
}

// ---------------------------------------------------------------------- only some moves

TEST(Worker, OnlyTheMovesAskedForAreSearched) {
    ObservedSearch observed;
    const Game game = game_of(Kiwipete);
    for (const std::string_view wanted : {"a2a3", "e1c1", "f3h3", "e5c6"}) {
        Limits limits = depth_limit(6);
        limits.search_moves = {move_of(game.position(), wanted)};
        const Heard heard = observed.search(game, limits);
        expect_sound(game, heard);
        EXPECT_EQ(heard.result.best, limits.search_moves[0]);
        for (const SearchInfo& info : heard.infos) { EXPECT_EQ(info.pv[0], limits.search_moves[0]); }
    }
}

TEST(Worker, AmongTheMovesAskedForTheBestIsFound) {
    ObservedSearch observed;
    const Game game = game_of("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    Limits limits = depth_limit(6);
    limits.search_moves = {move_of(game.position(), "g1f2"), move_of(game.position(), "a1a8"),
                           move_of(game.position(), "a1a7")};
    EXPECT_EQ(to_uci(observed.search(game, limits).result.best), "a1a8");
    // The mate is not among them.
    limits.search_moves.erase(limits.search_moves.begin() + 1);
    const Heard heard = observed.search(game, limits);
    EXPECT_NE(to_uci(heard.result.best), "a1a8");
    EXPECT_LT(heard.result.score, mate_in(1));
}

TEST(Worker, SeveralLinesOfSomeMoves) {
    ObservedSearch observed;
    observed.settings.multi_pv = 5;
    const Game game;
    Limits limits = depth_limit(4);
    limits.search_moves = {move_of(game.position(), "e2e4"), move_of(game.position(), "a2a3")};
    const Heard heard = observed.search(game, limits);
    EXPECT_EQ(heard.infos.size(), 8U);
}

}  // namespace
}  // namespace skua
