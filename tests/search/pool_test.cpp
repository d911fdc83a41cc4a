// Starting, stopping, waiting, and several threads.
#include "search/pool.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <map>
#include <thread>

#include "chess/random_positions.h"
#include "search/support.h"

namespace skua {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view Kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr std::string_view MateInOne = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
constexpr std::string_view OneMove = "7k/8/8/8/8/1r6/8/K7 w - - 0 1";
constexpr std::string_view BareKings = "8/8/4k3/8/8/3K4/8/8 w - - 0 1";
constexpr std::string_view Mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";

// ---------------------------------------------------------------------- the same again

TEST(Pool, TheSameNodesAndLinesAfterClear) {
    Searcher searcher;
    for (const std::string_view fen : {StartFen, Kiwipete}) {
        for (int i = 0; i < 20; ++i) {
            const auto nodes = static_cast<std::uint64_t>(100 * std::pow(1.5, i));
            Heard first;
            for (const bool again : {false, true}) {
                searcher.pool.clear();
                Heard heard = searcher.search(fen, node_limit(nodes));
                // Bounds are told when somebody could be waiting, which depends on the clock.
                std::erase_if(heard.infos, [](const SearchInfo& info) { return info.bound != Bound::Exact; });
                if (!again) {
                    first = heard;
                    continue;
                }
                ASSERT_EQ(heard.result.nodes, first.result.nodes) << nodes;
                ASSERT_EQ(heard.result.best, first.result.best) << nodes;
                ASSERT_EQ(heard.result.ponder, first.result.ponder) << nodes;
                ASSERT_EQ(heard.result.score, first.result.score) << nodes;
                ASSERT_EQ(heard.infos.size(), first.infos.size()) << nodes;
                for (std::size_t j = 0; j < heard.infos.size(); ++j) {
                    ASSERT_EQ(heard.infos[j].nodes, first.infos[j].nodes) << nodes << " depth " << heard.infos[j].depth;
                    ASSERT_EQ(heard.infos[j].score, first.infos[j].score);
                    ASSERT_EQ(heard.infos[j].pv, first.infos[j].pv);
                    ASSERT_EQ(heard.infos[j].seldepth, first.infos[j].seldepth);
                }
            }
        }
    }
}

std::vector<std::uint64_t> counts_of(Searcher& searcher) {
    std::vector<std::uint64_t> counts;
    for (const std::string_view fen :
         {StartFen, Kiwipete, std::string_view("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")}) {
        counts.push_back(searcher.search(fen, depth_limit(9)).result.nodes);
    }
    return counts;
}

TEST(Pool, AFreshPoolDoesAsAClearedOne) {
    Searcher used;
    static_cast<void>(counts_of(used));
    static_cast<void>(counts_of(used));
    used.pool.clear();
    Searcher fresh;
    EXPECT_EQ(counts_of(used), counts_of(fresh));
}

TEST(Pool, TheSizeOfTheTableSetAgainClearsIt) {
    Searcher searcher;
    const std::uint64_t first = searcher.search(StartFen, depth_limit(8)).result.nodes;
    const std::uint64_t warm = searcher.search(StartFen, depth_limit(8)).result.nodes;
    EXPECT_LT(warm, first) << "the table helps";
    ASSERT_TRUE(searcher.pool.set_hash(16));
    searcher.pool.clear();
    EXPECT_EQ(searcher.search(StartFen, depth_limit(8)).result.nodes, first);
}

TEST(Pool, TwoPoolsAtOnceDoNotDisturbEachOther) {
    Searcher alone;
    const std::vector<std::uint64_t> expected = counts_of(alone);
    std::vector<std::uint64_t> first;
    std::vector<std::uint64_t> second;
    std::thread other([&] {
        Searcher searcher;
        first = counts_of(searcher);
    });
    Searcher searcher;
    second = counts_of(searcher);
    other.join();
    EXPECT_EQ(first, expected);
    EXPECT_EQ(second, expected);
}

// ---------------------------------------------------------------------- stopping and waiting

TEST(Pool, StopAnswersPromptly) {
    for (const int threads : {1, 3}) {
        Searcher searcher(threads);
        searcher.start(Game(), infinite_limit());
        std::this_thread::sleep_for(100ms);
        EXPECT_FALSE(searcher.answered());
        const auto before = Clock::now();
        searcher.pool.stop();
        const Heard& heard = searcher.finish();
        EXPECT_LT(Clock::now() - before, 500ms) << "far more than a loaded machine needs";
        expect_sound(Game(), heard);
    }
}

TEST(Pool, StopAtOnceStillGivesAMove) {
    Searcher searcher(2);
    for (int i = 0; i < 200; ++i) {
        searcher.start(Game(), infinite_limit());
        searcher.pool.stop();
        const Heard& heard = searcher.finish();
        ASSERT_EQ(heard.answers, 1);
        ASSERT_TRUE(Position().is_legal(heard.result.best));
    }
}

TEST(Pool, StoppingNothingDoesNothing) {
    Searcher searcher;
    searcher.pool.stop();
    searcher.pool.ponder_hit();
    searcher.pool.wait();
    searcher.pool.stop();
    EXPECT_EQ(searcher.search(StartFen, depth_limit(3)).answers, 1);
    searcher.pool.stop();
    searcher.pool.ponder_hit();
    EXPECT_EQ(searcher.finish().answers, 1);
}

TEST(Pool, StartingAgainEndsTheFirstSearchWithItsAnswer) {
    Pool pool;
    int first = 0;
    int second = 0;
    SearchCallbacks callbacks;
    callbacks.best_move = [&](const SearchResult& result) { first += result.best.is_none() ? 100 : 1; };
    pool.start(Game(), infinite_limit(), {}, callbacks);
    callbacks.best_move = [&](const SearchResult&) { ++second; };
    pool.start(Game(), depth_limit(3), {}, callbacks);
    EXPECT_EQ(first, 1);
    pool.wait();
    EXPECT_EQ(first, 1);
    EXPECT_EQ(second, 1);
}

TEST(Pool, ChangesEndTheSearch) {
    Searcher searcher;
    const auto running = [&] {
        searcher.start(Game(), infinite_limit());
        std::this_thread::sleep_for(5ms);
    };
    running();
    EXPECT_TRUE(searcher.pool.set_hash(2));
    EXPECT_TRUE(searcher.answered());
    running();
    EXPECT_EQ(searcher.pool.set_threads(3), 3);
    EXPECT_TRUE(searcher.answered());
    running();
    searcher.pool.clear();
    EXPECT_TRUE(searcher.answered());
}

TEST(Pool, ItsEndEndsTheSearch) {
    int answers = 0;
    for (int i = 0; i < 20; ++i) {
        Pool pool;
        pool.set_threads(1 + i % 3);
        SearchCallbacks callbacks;
        callbacks.best_move = [&](const SearchResult&) { ++answers; };
        pool.start(Game(), infinite_limit(), {}, callbacks);
    }
    EXPECT_EQ(answers, 20);
}

// However soon the search is done, an infinite one waits for stop.
TEST(Pool, InfiniteWaitsForStop) {
    Searcher searcher;
    for (const std::string_view fen :
         {MateInOne, OneMove, BareKings, Mated, std::string_view("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")}) {
        Limits limits = infinite_limit();
        limits.depth = 4;
        searcher.start(game_of(fen), limits);
        std::this_thread::sleep_for(60ms);
        EXPECT_FALSE(searcher.answered()) << fen;
        searcher.pool.ponder_hit();
        std::this_thread::sleep_for(5ms);
        EXPECT_FALSE(searcher.answered()) << fen;
        searcher.pool.stop();
        EXPECT_EQ(searcher.finish().answers, 1) << fen;
    }
}

Limits pondering(Milliseconds time) {
    Limits limits;
    limits.ponder = true;
    limits.time[Color::White] = time;
    limits.time[Color::Black] = time;
    return limits;
}

TEST(Pool, PonderingDoesNotAnswerBeforeItMay) {
    Searcher searcher;
    for (const std::string_view fen : {StartFen, MateInOne, OneMove, BareKings, Mated}) {
        for (const bool hit : {true, false}) {
            searcher.start(game_of(fen), pondering(20));
            std::this_thread::sleep_for(80ms);
            EXPECT_FALSE(searcher.answered()) << fen;
            const auto before = Clock::now();
            if (hit) {
                searcher.pool.ponder_hit();
            } else {
                searcher.pool.stop();
            }
            EXPECT_EQ(searcher.finish().answers, 1) << fen;
            EXPECT_LT(Clock::now() - before, 1s) << fen << ": the time is used up, the answer is due";
        }
    }
}

TEST(Pool, PonderingWithADepthWaitsToo) {
    Searcher searcher;
    Limits limits = pondering(60000);
    limits.depth = 2;
    searcher.start(Game(), limits);
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(searcher.answered());
    searcher.pool.ponder_hit();
    expect_sound(Game(), searcher.finish());
}

TEST(Pool, APonderHitTurnsIntoThinking) {
    Searcher searcher;
    searcher.start(Game(), pondering(2000));
    searcher.pool.ponder_hit();
    const Heard& heard = searcher.finish();
    expect_sound(Game(), heard);
}

// ---------------------------------------------------------------------- threads

TEST(Pool, ThreadsComeAndGo) {
    Searcher searcher;
    for (const int threads : {1, 2, 3, 4, 5, 6, 7, 8, 1, 8, 2}) {
        EXPECT_EQ(searcher.pool.set_threads(threads), threads);
        EXPECT_EQ(searcher.pool.threads(), threads);
        const Game game = game_of(Kiwipete);
        const Heard heard = searcher.search(game, node_limit(4000));
        expect_sound(game, heard);
    }
}

TEST(Pool, SeveralThreadsFindTheMate) {
    Searcher searcher(4);
    for (int i = 0; i < 5; ++i) {
        searcher.pool.clear();
        const Game game = game_of("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1");
        const Heard heard = searcher.search(game, depth_limit(8));
        expect_sound(game, heard);
        EXPECT_EQ(heard.result.score, mate_in(3));
    }
}

TEST(Pool, SeveralThreadsKeepTheNodeLimit) {
    Searcher searcher(4);
    const Heard heard = searcher.search(Kiwipete, node_limit(100000));
    EXPECT_GE(heard.result.nodes, 100000U);
    // Every thread watches, each after a few hundred nodes of its own.
    EXPECT_LT(heard.result.nodes, 105000U);
}

TEST(Pool, AllThreadsWork) {
    Searcher searcher(3);
    const Heard heard = searcher.search(Kiwipete, depth_limit(9));
    Searcher alone;
    EXPECT_GT(heard.result.nodes, alone.search(Kiwipete, depth_limit(9)).result.nodes / 3);
}

TEST(Pool, ManySearchesWithManyThreads) {
    Searcher searcher(4);
    Prng prng(3);
    Game game;
    for (int i = 0; i < 60; ++i) {
        if (game.state() != GameState::Ongoing) { game = Game(); }
        const Heard heard = searcher.search(game, node_limit(2000 + prng.below(4000)));
        ASSERT_NO_FATAL_FAILURE(expect_sound(game, heard));
        game.play(heard.result.best);
    }
}

// ---------------------------------------------------------------------- the table

TEST(Pool, ARefusedTableLeavesTheOldOne) {
    Searcher searcher;
    EXPECT_FALSE(searcher.pool.set_hash(std::size_t{1} << 30));
    EXPECT_EQ(searcher.pool.hash_megabytes(), 16U);
    expect_sound(Game(), searcher.search(Game(), depth_limit(5)));
}

TEST(Pool, ATinyTableIsEnoughToPlay) {
    Searcher searcher(4);
    ASSERT_TRUE(searcher.pool.set_hash(1));
    for (int i = 0; i < 3; ++i) {
        const Game game = game_of(Kiwipete);
        expect_sound(game, searcher.search(game, node_limit(100000)));
    }
}

// ---------------------------------------------------------------------- playing weaker

TEST(Pool, AStrengthLimitPlaysLegalMovesOfManyKinds) {
    Searcher searcher;
    searcher.settings.strength_limit = StrengthLimit{60, 250};
    std::map<std::uint16_t, int> chosen;
    for (int i = 0; i < 60; ++i) {
        const Heard heard = searcher.search(StartFen, depth_limit(30));
        ASSERT_EQ(heard.answers, 1);
        ASSERT_TRUE(Position().is_legal(heard.result.best));
        ++chosen[heard.result.best.raw()];
        EXPECT_LT(heard.result.nodes, 60U + 2048U);
    }
    EXPECT_GE(chosen.size(), 2U) << "not always the same move";
}

TEST(Pool, AStrengthLimitDoesNotOverlookAMateThatItSees) {
    Searcher searcher;
    searcher.settings.strength_limit = StrengthLimit{3000, 250};
    for (int i = 0; i < 20; ++i) { EXPECT_EQ(to_uci(searcher.search(MateInOne, Limits()).result.best), "a1a8"); }
}

TEST(Pool, AStrengthLimitShowsAsManyLinesAsWereAskedFor) {
    for (const int lines : {1, 2, 6}) {
        Searcher searcher;
        searcher.settings.multi_pv = lines;
        searcher.settings.strength_limit = StrengthLimit{3000, 250};
        int most = 0;
        for (const SearchInfo& info : searcher.search(Kiwipete, Limits()).infos) {
            most = std::max(most, info.multipv);
        }
        EXPECT_EQ(most, lines);
    }
}

TEST(Pool, AStrengthLimitTellsTheMoveItPlays) {
    Searcher searcher;
    searcher.settings.strength_limit = StrengthLimit{2000, 250};
    for (int i = 0; i < 40; ++i) {
        const Game game = game_of(Kiwipete);
        expect_sound(game, searcher.search(game, Limits()));
    }
}

}  // namespace
}  // namespace skua
