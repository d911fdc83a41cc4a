// Starting, stopping, waiting, and several threads.
#include "search/searcher.h"

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

TEST(Searcher, TheSameNodesAndLinesAfterClear) {
    ObservedSearch observed;
    for (const std::string_view fen : {StartFen, Kiwipete}) {
        for (int i = 0; i < 20; ++i) {
            const auto nodes = static_cast<std::uint64_t>(100 * std::pow(1.5, i));
            Heard first;
            for (const bool again : {false, true}) {
                observed.searcher.clear();
                Heard heard = observed.search(fen, node_limit(nodes));
                // Whether bounds are reported depends on the clock.
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

std::vector<std::uint64_t> counts_of(ObservedSearch& observed) {
    std::vector<std::uint64_t> counts;
    for (const std::string_view fen :
         {StartFen, Kiwipete, std::string_view("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")}) {
        counts.push_back(observed.search(fen, depth_limit(9)).result.nodes);
    }
    return counts;
}

TEST(Searcher, AFreshPoolDoesAsAClearedOne) {
    ObservedSearch used;
    static_cast<void>(counts_of(used));
    static_cast<void>(counts_of(used));
    used.searcher.clear();
    ObservedSearch fresh;
    EXPECT_EQ(counts_of(used), counts_of(fresh));
}

TEST(Searcher, TheSizeOfTheTableSetAgainClearsIt) {
    ObservedSearch observed;
    const std::uint64_t first = observed.search(StartFen, depth_limit(12)).result.nodes;
    const std::uint64_t warm = observed.search(StartFen, depth_limit(12)).result.nodes;
    EXPECT_LT(warm, first) << "the table helps";
    ASSERT_TRUE(observed.searcher.set_hash(16));
    observed.searcher.clear();
    EXPECT_EQ(observed.search(StartFen, depth_limit(12)).result.nodes, first);
}

TEST(Searcher, TwoPoolsAtOnceDoNotDisturbEachOther) {
    ObservedSearch alone;
    const std::vector<std::uint64_t> expected = counts_of(alone);
    std::vector<std::uint64_t> first;
    std::vector<std::uint64_t> second;
    std::thread other([&] {
        ObservedSearch observed;
        first = counts_of(observed);
    });
    ObservedSearch observed;
    second = counts_of(observed);
    other.join();
    EXPECT_EQ(first, expected);
    EXPECT_EQ(second, expected);
}

// ---------------------------------------------------------------------- stopping and waiting

TEST(Searcher, StopAnswersPromptly) {
    for (const int threads : {1, 3}) {
        ObservedSearch observed(threads);
        observed.start(Game(), infinite_limit());
        std::this_thread::sleep_for(100ms);
        EXPECT_FALSE(observed.answered());
        const auto before = Clock::now();
        observed.searcher.stop();
        const Heard& heard = observed.finish();
        EXPECT_LT(Clock::now() - before, 500ms) << "far more than a loaded machine needs";
        expect_sound(Game(), heard);
    }
}

TEST(Searcher, StopAtOnceStillGivesAMove) {
    ObservedSearch observed(2);
    for (int i = 0; i < 200; ++i) {
        observed.start(Game(), infinite_limit());
        observed.searcher.stop();
        const Heard& heard = observed.finish();
        ASSERT_EQ(heard.answers, 1);
        ASSERT_TRUE(Position().is_legal(heard.result.best));
    }
}

TEST(Searcher, StoppingNothingDoesNothing) {
    ObservedSearch observed;
    observed.searcher.stop();
    observed.searcher.ponder_hit();
    observed.searcher.wait();
    observed.searcher.stop();
    EXPECT_EQ(observed.search(StartFen, depth_limit(3)).answers, 1);
    observed.searcher.stop();
    observed.searcher.ponder_hit();
    EXPECT_EQ(observed.finish().answers, 1);
}

TEST(Searcher, StartingAgainEndsTheFirstSearchWithItsAnswer) {
    Searcher searcher;
    int first = 0;
    int second = 0;
    SearchCallbacks callbacks;
    callbacks.best_move = [&](const SearchResult& result) { first += result.best.is_none() ? 100 : 1; };
    searcher.start(Game(), infinite_limit(), {}, callbacks);
    callbacks.best_move = [&](const SearchResult&) { ++second; };
    searcher.start(Game(), depth_limit(3), {}, callbacks);
    EXPECT_EQ(first, 1);
    searcher.wait();
    EXPECT_EQ(first, 1);
    EXPECT_EQ(second, 1);
}

TEST(Searcher, ChangesEndTheSearch) {
    ObservedSearch observed;
    const auto running = [&] {
        observed.start(Game(), infinite_limit());
        std::this_thread::sleep_for(5ms);
    };
    running();
    EXPECT_TRUE(observed.searcher.set_hash(2));
    EXPECT_TRUE(observed.answered());
    running();
    EXPECT_EQ(observed.searcher.set_threads(3), 3);
    EXPECT_TRUE(observed.answered());
    running();
    observed.searcher.clear();
    EXPECT_TRUE(observed.answered());
}

TEST(Searcher, ItsEndEndsTheSearch) {
    int answers = 0;
    for (int i = 0; i < 20; ++i) {
        Searcher searcher;
        searcher.set_threads(1 + i % 3);
        SearchCallbacks callbacks;
        callbacks.best_move = [&](const SearchResult&) { ++answers; };
        searcher.start(Game(), infinite_limit(), {}, callbacks);
    }
    EXPECT_EQ(answers, 20);
}

// However soon the search is done, an infinite one waits for stop.
TEST(Searcher, WaitsForSomeTime) {
    Searcher searcher;
    Limits limits;
    limits.infinite = true;
    searcher.start(game_of(StartFen), limits, {}, {});
    EXPECT_FALSE(searcher.wait_for(std::chrono::milliseconds(5)));
    searcher.stop();
    EXPECT_TRUE(searcher.wait_for(std::chrono::seconds(20)));
    EXPECT_TRUE(searcher.wait_for(std::chrono::milliseconds(0)));
}

TEST(Searcher, InfiniteWaitsForStop) {
    ObservedSearch observed;
    for (const std::string_view fen :
         {MateInOne, OneMove, BareKings, Mated, std::string_view("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")}) {
        Limits limits = infinite_limit();
        limits.depth = 4;
        observed.start(game_of(fen), limits);
        std::this_thread::sleep_for(60ms);
        EXPECT_FALSE(observed.answered()) << fen;
        observed.searcher.ponder_hit();
        std::this_thread::sleep_for(5ms);
        EXPECT_FALSE(observed.answered()) << fen;
        observed.searcher.stop();
        EXPECT_EQ(observed.finish().answers, 1) << fen;
    }
}

Limits pondering(Milliseconds time) {
    Limits limits;
    limits.ponder = true;
    limits.time[Color::White] = time;
    limits.time[Color::Black] = time;
    return limits;
}

TEST(Searcher, PonderingDoesNotAnswerBeforeItMay) {
    ObservedSearch observed;
    for (const std::string_view fen : {StartFen, MateInOne, OneMove, BareKings, Mated}) {
        for (const bool hit : {true, false}) {
            observed.start(game_of(fen), pondering(20));
            std::this_thread::sleep_for(80ms);
            EXPECT_FALSE(observed.answered()) << fen;
            const auto before = Clock::now();
            if (hit) {
                observed.searcher.ponder_hit();
            } else {
                observed.searcher.stop();
            }
            EXPECT_EQ(observed.finish().answers, 1) << fen;
            EXPECT_LT(Clock::now() - before, 1s) << fen << ": the time is used up, the answer is due";
        }
    }
}

TEST(Searcher, PonderingWithADepthWaitsToo) {
    ObservedSearch observed;
    Limits limits = pondering(60000);
    limits.depth = 2;
    observed.start(Game(), limits);
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(observed.answered());
    observed.searcher.ponder_hit();
    expect_sound(Game(), observed.finish());
}

TEST(Searcher, APonderHitTurnsIntoThinking) {
    ObservedSearch observed;
    observed.start(Game(), pondering(2000));
    observed.searcher.ponder_hit();
    const Heard& heard = observed.finish();
    expect_sound(Game(), heard);
}

// ---------------------------------------------------------------------- threads

TEST(Searcher, ThreadsComeAndGo) {
    ObservedSearch observed;
    for (const int threads : {1, 2, 3, 4, 5, 6, 7, 8, 1, 8, 2}) {
        EXPECT_EQ(observed.searcher.set_threads(threads), threads);
        EXPECT_EQ(observed.searcher.threads(), threads);
        const Game game = game_of(Kiwipete);
        const Heard heard = observed.search(game, node_limit(4000));
        expect_sound(game, heard);
    }
}

TEST(Searcher, SeveralThreadsFindTheMate) {
    ObservedSearch observed(4);
    for (int i = 0; i < 5; ++i) {
        observed.searcher.clear();
        const Game game = game_of("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1");
        const Heard heard = observed.search(game, depth_limit(8));
        expect_sound(game, heard);
        EXPECT_EQ(heard.result.score, mate_in(3));
    }
}

TEST(Searcher, SeveralThreadsKeepTheNodeLimit) {
    ObservedSearch observed(4);
    const Heard heard = observed.search(Kiwipete, node_limit(100000));
    EXPECT_GE(heard.result.nodes, 100000U);
    // Every thread watches, each after a few hundred nodes of its own.
    EXPECT_LT(heard.result.nodes, 105000U);
}

TEST(Searcher, AllThreadsWork) {
    ObservedSearch observed(3);
    const Heard heard = observed.search(Kiwipete, depth_limit(9));
    ObservedSearch alone;
    EXPECT_GT(heard.result.nodes, alone.search(Kiwipete, depth_limit(9)).result.nodes / 3);
}

TEST(Searcher, ManySearchesWithManyThreads) {
    ObservedSearch observed(4);
    Prng prng(3);
    Game game;
    for (int i = 0; i < 60; ++i) {
        if (game.state() != GameState::Ongoing) { game = Game(); }
        const Heard heard = observed.search(game, node_limit(2000 + prng.below(4000)));
        ASSERT_NO_FATAL_FAILURE(expect_sound(game, heard));
        game.play(heard.result.best);
    }
}

// ---------------------------------------------------------------------- the table

TEST(Searcher, ARefusedTableLeavesTheOldOne) {
    ObservedSearch observed;
    EXPECT_FALSE(observed.searcher.set_hash(std::size_t{1} << 30));
    EXPECT_EQ(observed.searcher.hash_megabytes(), 16U);
    expect_sound(Game(), observed.search(Game(), depth_limit(5)));
}

TEST(Searcher, ATinyTableIsEnoughToPlay) {
    ObservedSearch observed(4);
    ASSERT_TRUE(observed.searcher.set_hash(1));
    for (int i = 0; i < 3; ++i) {
        const Game game = game_of(Kiwipete);
        expect_sound(game, observed.search(game, node_limit(100000)));
    }
}

// ---------------------------------------------------------------------- playing weaker

TEST(Searcher, AStrengthLimitPlaysLegalMovesOfManyKinds) {
    ObservedSearch observed;
    observed.settings.strength_limit = StrengthLimit{60, 250};
    std::map<std::uint16_t, int> chosen;
    for (int i = 0; i < 60; ++i) {
        const Heard heard = observed.search(StartFen, depth_limit(30));
        ASSERT_EQ(heard.answers, 1);
        ASSERT_TRUE(Position().is_legal(heard.result.best));
        ++chosen[heard.result.best.raw()];
        EXPECT_LT(heard.result.nodes, 60U + 2048U);
    }
    EXPECT_GE(chosen.size(), 2U) << "not always the same move";
}

TEST(Searcher, AStrengthLimitDoesNotOverlookAMateThatItSees) {
    ObservedSearch observed;
    observed.settings.strength_limit = StrengthLimit{3000, 250};
    for (int i = 0; i < 20; ++i) { EXPECT_EQ(to_uci(observed.search(MateInOne, Limits()).result.best), "a1a8"); }
}

TEST(Searcher, AStrengthLimitShowsAsManyLinesAsWereAskedFor) {
    for (const int lines : {1, 2, 6}) {
        ObservedSearch observed;
        observed.settings.multi_pv = lines;
        observed.settings.strength_limit = StrengthLimit{3000, 250};
        int most = 0;
        for (const SearchInfo& info : observed.search(Kiwipete, Limits()).infos) {
            most = std::max(most, info.multipv);
        }
        EXPECT_EQ(most, lines);
    }
}

TEST(Searcher, AStrengthLimitReportsTheMoveItPlays) {
    ObservedSearch observed;
    observed.settings.strength_limit = StrengthLimit{2000, 250};
    for (int i = 0; i < 40; ++i) {
        const Game game = game_of(Kiwipete);
        expect_sound(game, observed.search(game, Limits()));
    }
}

}  // namespace
}  // namespace skua
