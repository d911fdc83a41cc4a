#include "search/tt.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/prng.h"

namespace skua {
namespace {

constexpr Move E2E4 = Move::normal(Square::E2, Square::E4);
constexpr Move D2D4 = Move::normal(Square::D2, Square::D4);

// Keys that share a cluster whatever the size of the table: only the low half, which verifies, differs.
constexpr Key key_in_cluster(std::uint32_t low) { return (Key{0x12345678} << 32) | low; }

constexpr std::size_t ClusterSize = 5;

void store(TranspositionTable& table, Key key, Depth depth, Bound bound = Bound::Lower, Move move = E2E4,
           Score score = 10) {
    table.store(key, 0, move, score, 5, bound, depth, false);
}

// ---------------------------------------------------------------------- in and out

TEST(TranspositionTable, StartsEmptyAndUsable) {
    const TranspositionTable table;
    EXPECT_EQ(table.megabytes(), 1U);
    EXPECT_EQ(table.hashfull(), 0);
    Prng prng(1);
    for (int i = 0; i < 1000; ++i) { ASSERT_FALSE(table.probe(prng.next(), 0).hit); }
    EXPECT_FALSE(table.probe(0, 0).hit) << "a zeroed entry does not belong to key 0";
}

TEST(TranspositionTable, GivesBackWhatWasStored) {
    TranspositionTable table;
    Prng prng(2);
    for (const Bound bound : {Bound::Upper, Bound::Lower, Bound::Exact}) {
        for (const bool is_pv : {false, true}) {
            for (const Depth depth : {0, 1, 17, MaxPly - 1, MaxPly}) {
                for (const Score score : {0, 1, -1, 300, -MaxEvaluation, MaxEvaluation}) {
                    const Key key = prng.next();
                    table.store(key, 3, D2D4, score, -score / 2, bound, depth, is_pv);
                    const TtData data = table.probe(key, 9);
                    ASSERT_TRUE(data.hit);
                    EXPECT_EQ(data.was_pv, is_pv);
                    EXPECT_EQ(data.bound, bound);
                    EXPECT_EQ(data.depth, depth);
                    EXPECT_EQ(data.move, D2D4);
                    EXPECT_EQ(data.score, score);
                    EXPECT_EQ(data.evaluation, -score / 2);
                }
            }
        }
    }
}

TEST(TranspositionTable, KeepsThatThereIsNoScore) {
    TranspositionTable table;
    table.store(77, 40, Move::none(), NoScore, -12, Bound::None, 0, true);
    const TtData data = table.probe(77, 10);
    ASSERT_TRUE(data.hit);
    EXPECT_EQ(data.score, NoScore);
    EXPECT_EQ(data.evaluation, -12);
    EXPECT_TRUE(data.move.is_none());
    table.store(78, 40, E2E4, mated_in(44), NoScore, Bound::Exact, 3, true);
    EXPECT_EQ(table.probe(78, 0).evaluation, NoScore) << "0 is an evaluation, no evaluation is none";
}

TEST(TranspositionTable, AnyKeyHasAPlace) {
    TranspositionTable table;
    for (const Key key : {Key{0}, Key{1}, ~Key{0}, Key{1} << 63, Key{0xFFFFFFFF}, Key{0xFFFFFFFF} << 32}) {
        store(table, key, 4);
        EXPECT_TRUE(table.probe(key, 0).hit) << key;
        table.prefetch(key);
    }
}

TEST(TranspositionTable, VerifiesTheKey) {
    TranspositionTable table;
    store(table, key_in_cluster(1), 20);
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
        EXPECT_FALSE(table.probe(key_in_cluster(1U ^ (1U << bit)), 0).hit) << bit;
    }
    // The high bits choose the cluster: another cluster does not hold it either.
    EXPECT_FALSE(table.probe(key_in_cluster(1) ^ (Key{1} << 63), 0).hit);
}

TEST(TranspositionTable, MateScoresCountFromThePosition) {
    TranspositionTable table;
    Key key = 1000;
    for (const Ply stored_at : {0, 1, 7, 60}) {
        for (const Ply found_at : {0, 1, 7, 60}) {
            for (const Ply plies : {1, 2, 5, 30}) {
                // A mate some plies after the position, stored at one ply and read at another.
                table.store(++key, stored_at, E2E4, mate_in(stored_at + plies), 0, Bound::Exact, 5, false);
                EXPECT_EQ(table.probe(key, found_at).score, mate_in(found_at + plies));
                table.store(++key, stored_at, E2E4, mated_in(stored_at + plies), 0, Bound::Exact, 5, false);
                EXPECT_EQ(table.probe(key, found_at).score, mated_in(found_at + plies));
            }
        }
    }
}

TEST(TranspositionTable, TableWinsCountFromThePositionToo) {
    TranspositionTable table;
    const Score win = MateBound - 1 - 10;  // as found at ply 10
    ASSERT_TRUE(is_win(win) && !is_mate(win));
    table.store(5, 10, E2E4, win, 0, Bound::Lower, 5, false);
    EXPECT_EQ(table.probe(5, 10).score, win);
    EXPECT_EQ(table.probe(5, 20).score, win - 10);
    EXPECT_FALSE(is_mate(table.probe(5, 0).score));
}

// ---------------------------------------------------------------------- what stays

TEST(TranspositionTable, KeepsTheMoveWhenThereIsNone) {
    TranspositionTable table;
    store(table, 9, 4, Bound::Lower, E2E4);
    table.store(9, 0, Move::none(), -30, 5, Bound::Upper, 6, false);
    EXPECT_EQ(table.probe(9, 0).move, E2E4);
    EXPECT_EQ(table.probe(9, 0).score, -30);
    store(table, 9, 7, Bound::Lower, D2D4);
    EXPECT_EQ(table.probe(9, 0).move, D2D4);
}

TEST(TranspositionTable, DoesNotKeepTheMoveOfAnotherPosition) {
    TranspositionTable table;
    for (std::uint32_t i = 0; i < ClusterSize; ++i) { store(table, key_in_cluster(i + 1), 3, Bound::Lower, E2E4); }
    table.store(key_in_cluster(100), 0, Move::none(), 1, 1, Bound::Upper, 8, false);
    ASSERT_TRUE(table.probe(key_in_cluster(100), 0).hit);
    EXPECT_TRUE(table.probe(key_in_cluster(100), 0).move.is_none());
}

TEST(TranspositionTable, ADeepResultOutlivesAShallowBoundOfTheSamePosition) {
    TranspositionTable table;
    store(table, 9, 20, Bound::Lower, E2E4, 111);
    store(table, 9, 1, Bound::Upper, D2D4, -222);
    EXPECT_EQ(table.probe(9, 0).depth, 20);
    EXPECT_EQ(table.probe(9, 0).score, 111);
}

TEST(TranspositionTable, AnExactResultReplacesADeepBound) {
    TranspositionTable table;
    store(table, 9, 20, Bound::Lower, E2E4, 111);
    store(table, 9, 1, Bound::Exact, D2D4, -222);
    EXPECT_EQ(table.probe(9, 0).depth, 1);
    EXPECT_EQ(table.probe(9, 0).score, -222);
}

TEST(TranspositionTable, ADeeperResultReplacesAShallowOne) {
    TranspositionTable table;
    store(table, 9, 5, Bound::Exact, E2E4, 111);
    store(table, 9, 6, Bound::Upper, D2D4, -222);
    EXPECT_EQ(table.probe(9, 0).depth, 6);
    EXPECT_EQ(table.probe(9, 0).bound, Bound::Upper);
}

TEST(TranspositionTable, AnOldDeepResultGivesWayToANewOne) {
    TranspositionTable table;
    store(table, 9, 20, Bound::Lower, E2E4, 111);
    table.new_search();
    store(table, 9, 1, Bound::Upper, D2D4, -222);
    EXPECT_EQ(table.probe(9, 0).score, -222);
}

TEST(TranspositionTable, AClusterHoldsSeveralPositions) {
    TranspositionTable table;
    for (std::uint32_t i = 0; i < ClusterSize; ++i) { store(table, key_in_cluster(i + 1), 3); }
    for (std::uint32_t i = 0; i < ClusterSize; ++i) { EXPECT_TRUE(table.probe(key_in_cluster(i + 1), 0).hit) << i; }
}

TEST(TranspositionTable, TheShallowestIsReplaced) {
    TranspositionTable table;
    const Depth depths[ClusterSize] = {12, 9, 4, 10, 15};
    for (std::uint32_t i = 0; i < ClusterSize; ++i) { store(table, key_in_cluster(i + 1), depths[i]); }
    store(table, key_in_cluster(100), 6);
    EXPECT_TRUE(table.probe(key_in_cluster(100), 0).hit);
    for (std::uint32_t i = 0; i < ClusterSize; ++i) {
        EXPECT_EQ(table.probe(key_in_cluster(i + 1), 0).hit, i != 2) << i;
    }
}

TEST(TranspositionTable, TheOldIsReplacedBeforeTheShallow) {
    TranspositionTable table;
    store(table, key_in_cluster(1), 8);
    for (int i = 0; i < 4; ++i) { table.new_search(); }
    for (std::uint32_t i = 1; i < ClusterSize; ++i) { store(table, key_in_cluster(i + 1), 2); }
    store(table, key_in_cluster(100), 1);
    EXPECT_FALSE(table.probe(key_in_cluster(1), 0).hit) << "deep, but four searches old";
    for (std::uint32_t i = 1; i < ClusterSize; ++i) { EXPECT_TRUE(table.probe(key_in_cluster(i + 1), 0).hit) << i; }
}

TEST(TranspositionTable, GenerationsGoRoundWithoutHarm) {
    TranspositionTable table;
    for (int search = 0; search < 200; ++search) {
        table.new_search();
        const auto low = static_cast<std::uint32_t>(search + 1);
        store(table, key_in_cluster(low), 1 + search % 7);
        ASSERT_TRUE(table.probe(key_in_cluster(low), 0).hit) << search;
    }
}

// ---------------------------------------------------------------------- size

TEST(TranspositionTable, ClearEmptiesItWithAnyNumberOfThreads) {
    for (const int threads : {1, 2, 3, 7, 64}) {
        TranspositionTable table;
        ASSERT_TRUE(table.resize(4, threads));
        Prng prng(5);
        std::vector<Key> keys;
        for (int i = 0; i < 50000; ++i) {
            keys.push_back(prng.next());
            store(table, keys.back(), 3);
        }
        keys.push_back(0);
        keys.push_back(~Key{0});
        store(table, ~Key{0}, 3);
        table.clear(threads);
        for (const Key key : keys) { ASSERT_FALSE(table.probe(key, 0).hit) << threads; }
        EXPECT_EQ(table.hashfull(), 0);
        EXPECT_EQ(table.megabytes(), 4U);
    }
}

TEST(TranspositionTable, ResizingEmptiesIt) {
    TranspositionTable table;
    for (const std::size_t megabytes : {2U, 16U, 1U, 3U}) {
        store(table, 9, 5);
        ASSERT_TRUE(table.resize(megabytes, 2));
        EXPECT_EQ(table.megabytes(), megabytes);
        EXPECT_FALSE(table.probe(9, 0).hit);
        store(table, 9, 5);
        EXPECT_TRUE(table.probe(9, 0).hit);
    }
}

TEST(TranspositionTable, SurvivesARefusedSize) {
    TranspositionTable table;
    ASSERT_TRUE(table.resize(2, 1));
    store(table, 9, 5);
    EXPECT_FALSE(table.resize(std::size_t{1} << 30, 1)) << "a petabyte";
    EXPECT_EQ(table.megabytes(), 2U);
    store(table, 10, 5);
    EXPECT_TRUE(table.probe(10, 0).hit);
    EXPECT_TRUE(table.resize(4, 1));
    EXPECT_EQ(table.megabytes(), 4U);
}

TEST(TranspositionTable, ALargerTableForgetsLess) {
    const auto remembered = [](std::size_t megabytes) {
        TranspositionTable table;
        EXPECT_TRUE(table.resize(megabytes, 1));
        Prng prng(6);
        std::vector<Key> keys(300000);
        for (Key& key : keys) {
            key = prng.next();
            store(table, key, 3);
        }
        int hits = 0;
        for (const Key key : keys) { hits += table.probe(key, 0).hit ? 1 : 0; }
        return hits;
    };
    const int small = remembered(1);
    EXPECT_LE(small, 16384 * static_cast<int>(ClusterSize));
    EXPECT_GT(small, 16384 * static_cast<int>(ClusterSize) * 8 / 10) << "the keys spread over all clusters";
    EXPECT_GT(remembered(8), 290000);
}

TEST(TranspositionTable, ReportsHowFullItIs) {
    TranspositionTable table;
    Prng prng(7);
    int last = 0;
    for (int round = 0; round < 10; ++round) {
        for (int i = 0; i < 40000; ++i) { store(table, prng.next(), 3); }
        EXPECT_GE(table.hashfull(), last);
        EXPECT_LE(table.hashfull(), 1000);
        last = table.hashfull();
    }
    EXPECT_GT(last, 950);
    table.new_search();
    EXPECT_EQ(table.hashfull(), 0) << "only what this search found counts";
}

// ---------------------------------------------------------------------- several threads

// Threads read and write the same few clusters. An entry may be a mixture, but each field is one that some thread
// wrote.
TEST(TranspositionTable, ManyThreadsMayUseItAtOnce) {
    TranspositionTable table;
    std::atomic<int> strange{0};
    const auto work = [&](std::uint64_t seed) {
        Prng prng(seed);
        for (int i = 0; i < 100000; ++i) {
            const Key key = key_in_cluster(static_cast<std::uint32_t>(prng.below(12)) + 1);
            if (prng.below(2) == 0) {
                const Depth depth = static_cast<Depth>(prng.below(30));
                table.store(key, 2, prng.below(3) == 0 ? Move::none() : E2E4, depth, depth, Bound::Lower, depth, false);
            } else {
                const TtData data = table.probe(key, 2);
                const bool sound = !data.hit || ((data.move.is_none() || data.move == E2E4) && data.depth >= 0 &&
                                                 data.depth < 30 && data.score >= 0 && data.score < 30);
                strange += sound ? 0 : 1;
            }
            if (i % 1000 == 0) { static_cast<void>(table.hashfull()); }
        }
    };
    std::vector<std::thread> threads;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) { threads.emplace_back(work, seed); }
    for (std::thread& thread : threads) { thread.join(); }
    EXPECT_EQ(strange, 0);
}

}  // namespace
}  // namespace skua
