// A search on the caller's thread, at once and in slices.
#include "search/searcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "chess/random_positions.h"
#include "eval/classical/classical.h"
#include "eval/fifty_moves.h"
#include "search/support.h"

namespace skua {
namespace {

constexpr std::array<std::string_view, 4> Fens{
    StartFen,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
};

void expect_same(const SearchResult& a, const SearchResult& b) {
    EXPECT_EQ(a.best, b.best);
    EXPECT_EQ(a.ponder, b.ponder);
    EXPECT_EQ(a.score, b.score);
    EXPECT_EQ(a.depth, b.depth);
    EXPECT_EQ(a.nodes, b.nodes);
}

TEST(CallersThread, FindsWhatAThreadOfItsOwnFinds) {
    ObservedSearch observed;
    Searcher searcher(RunsOn::CallersThread, 16);
    // Without clearing between the positions: what is learned on the way is the same too.
    for (const std::string_view fen : Fens) {
        SCOPED_TRACE(fen);
        expect_same(searcher.search(game_of(fen), depth_limit(9)), observed.search(fen, depth_limit(9)).result);
        expect_same(searcher.search(game_of(fen), node_limit(5000)), observed.search(fen, node_limit(5000)).result);
    }
}

TEST(CallersThread, HasWorkWhileASliceWouldSearch) {
    Searcher searcher(RunsOn::CallersThread);
    int answers = 0;
    SearchCallbacks callbacks;
    callbacks.best_move = [&answers](const SearchResult&) { ++answers; };
    EXPECT_FALSE(searcher.has_work());
    Limits limits = depth_limit(2);
    limits.infinite = true;
    searcher.start(game_of(StartFen), limits, {}, callbacks);
    EXPECT_TRUE(searcher.has_work());
    while (searcher.has_work()) { searcher.run_slice(1000); }
    // It is done, and waits for stop().
    EXPECT_EQ(answers, 0);
    searcher.stop();
    EXPECT_TRUE(searcher.has_work());
    EXPECT_TRUE(searcher.run_slice(1000));
    EXPECT_EQ(answers, 1);
    EXPECT_FALSE(searcher.has_work());
}

TEST(CallersThread, WaitingForSomeTimeRunsItToItsEnd) {
    Searcher searcher(RunsOn::CallersThread);
    int answers = 0;
    SearchCallbacks callbacks;
    callbacks.best_move = [&answers](const SearchResult&) { ++answers; };
    searcher.start(game_of(StartFen), depth_limit(6), {}, callbacks);
    EXPECT_TRUE(searcher.wait_for(std::chrono::milliseconds(0)));
    EXPECT_EQ(answers, 1);
}

TEST(CallersThread, RepeatsItselfAfterClear) {
    Searcher searcher(RunsOn::CallersThread);
    for (const std::string_view fen : Fens) {
        searcher.clear();
        const SearchResult first = searcher.search(game_of(fen), depth_limit(8));
        searcher.clear();
        expect_same(searcher.search(game_of(fen), depth_limit(8)), first);
    }
}

TEST(CallersThread, ASoftLimitEndsAnIterationAndAHardOneEndsTheSearch) {
    Searcher searcher(RunsOn::CallersThread);
    Limits limits;
    limits.soft_nodes = 500;
    limits.nodes = 10000;
    const SearchResult soft = searcher.search(Game(), limits);
    EXPECT_GE(soft.nodes, 500U);
    EXPECT_LT(soft.nodes, 10000U);
    EXPECT_GT(soft.depth, 1);
    limits.soft_nodes = 1000000;
    const SearchResult hard = searcher.search(Game(), limits);
    EXPECT_GE(hard.nodes, 10000U);
    EXPECT_LT(hard.nodes, 11000U);
}

TEST(CallersThread, PlaysLegalMovesAnywhere) {
    Searcher searcher(RunsOn::CallersThread);
    visit_random_positions(77, 300, [&](const Game& game) {
        const SearchResult result = searcher.search(game, node_limit(300));
        if (has_legal_move(game.position())) {
            ASSERT_TRUE(game.position().is_legal(result.best)) << to_fen(game.position());
        } else {
            ASSERT_TRUE(result.best.is_none());
            ASSERT_EQ(result.score, game.position().in_check() ? mated_in(0) : DrawScore);
        }
    });
}

TEST(CallersThread, SearchesOnlyTheMovesAskedFor) {
    Searcher searcher(RunsOn::CallersThread);
    Limits limits = depth_limit(4);
    limits.search_moves = {move_of(Position(), "a2a3")};
    EXPECT_EQ(to_uci(searcher.search(Game(), limits).best), "a2a3");
}

TEST(CallersThread, SeveralDoNotDisturbEachOther) {
    SearchResult alone;
    {
        Searcher searcher(RunsOn::CallersThread);
        alone = searcher.search(game_of(Fens[1]), depth_limit(8));
    }
    std::array<SearchResult, 2> results;
    std::vector<std::thread> threads;
    threads.reserve(results.size());
    for (SearchResult& result : results) {
        threads.emplace_back([&result] {
            Searcher searcher(RunsOn::CallersThread);
            result = searcher.search(game_of(Fens[1]), depth_limit(8));
        });
    }
    for (std::thread& thread : threads) { thread.join(); }
    for (const SearchResult& result : results) { expect_same(result, alone); }
}

// ---------------------------------------------------------------------- callbacks and stopping

// A search on the caller's thread whose callbacks are recorded.
class InlineSearch {
public:
    explicit InlineSearch(std::size_t hash_megabytes = 16) : searcher(RunsOn::CallersThread, hash_megabytes) {}

    void start(const Game& game, const Limits& limits) {
        heard = {};
        SearchCallbacks callbacks;
        callbacks.info = [this](const SearchInfo& info) { heard.infos.push_back(info); };
        callbacks.best_move = [this](const SearchResult& result) {
            heard.result = result;
            ++heard.answers;
        };
        searcher.start(game, limits, settings, callbacks);
    }
    // Runs slices of this size to the end and returns how many it took.
    int run(std::uint64_t slice) {
        int slices = 1;
        while (!searcher.run_slice(slice)) {
            if (heard.answers != 0) { ADD_FAILURE() << "answered too early"; }
            if (++slices > 1000000) {
                ADD_FAILURE() << "no end";
                searcher.stop();
            }
        }
        return slices;
    }

    Searcher searcher;
    SearchSettings settings;
    Heard heard;
};

TEST(CallersThread, NothingHappensBeforeItIsRun) {
    InlineSearch inlined;
    inlined.start(Game(), depth_limit(5));
    EXPECT_EQ(inlined.heard.answers, 0);
    EXPECT_TRUE(inlined.heard.infos.empty());
    inlined.searcher.wait();
    expect_sound(Game(), inlined.heard);
    EXPECT_EQ(inlined.heard.last().depth, 5);
    inlined.searcher.wait();
    EXPECT_TRUE(inlined.searcher.run_slice(1000));
    EXPECT_EQ(inlined.heard.answers, 1);
}

TEST(CallersThread, ReportsWhatAThreadOfItsOwnReports) {
    ObservedSearch observed;
    InlineSearch inlined;
    for (const std::string_view fen : Fens) {
        const Heard other = observed.search(fen, depth_limit(8));
        inlined.start(game_of(fen), depth_limit(8));
        inlined.searcher.wait();
        ASSERT_EQ(inlined.heard.infos.size(), other.infos.size());
        for (std::size_t i = 0; i < other.infos.size(); ++i) {
            EXPECT_EQ(inlined.heard.infos[i].nodes, other.infos[i].nodes);
            EXPECT_EQ(inlined.heard.infos[i].pv, other.infos[i].pv);
        }
    }
}

TEST(CallersThread, AnotherThreadStopsAnInfiniteSearch) {
    for (const std::string_view fen : {Fens[0], std::string_view("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"),
                                       std::string_view("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")}) {
        InlineSearch inlined;
        Limits limits = infinite_limit();
        limits.depth = 30;
        inlined.start(game_of(fen), limits);
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            inlined.searcher.stop();
        });
        inlined.searcher.wait();
        other.join();
        EXPECT_EQ(inlined.heard.answers, 1) << fen;
    }
}

TEST(CallersThread, StartingAgainAndItsEndAnswerFirst) {
    int answers = 0;
    SearchCallbacks callbacks;
    callbacks.best_move = [&](const SearchResult& result) { answers += result.best.is_none() ? 100 : 1; };
    {
        Searcher searcher(RunsOn::CallersThread);
        searcher.start(Game(), infinite_limit(), {}, callbacks);
        EXPECT_EQ(answers, 0);
        searcher.start(Game(), infinite_limit(), {}, callbacks);
        EXPECT_EQ(answers, 1);
        EXPECT_FALSE(searcher.run_slice(2000));
        EXPECT_TRUE(searcher.set_hash(2));
        EXPECT_EQ(answers, 2);
        searcher.start(Game(), infinite_limit(), {}, callbacks);
    }
    EXPECT_EQ(answers, 3);
}

std::size_t threads_of_this_process() {
    const std::filesystem::path tasks = "/proc/self/task";
    if (!std::filesystem::exists(tasks)) { return 0; }
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(tasks), std::filesystem::directory_iterator()));
}

TEST(CallersThread, CreatesNoThread) {
    const std::size_t before = threads_of_this_process();
    if (before == 0) { GTEST_SKIP() << "this system does not list threads"; }
    Searcher searcher(RunsOn::CallersThread, 64);
    EXPECT_EQ(searcher.set_threads(4), 1);
    EXPECT_EQ(searcher.threads(), 1);
    std::size_t during = 0;
    SearchCallbacks callbacks;
    callbacks.info = [&](const SearchInfo&) { during = std::max(during, threads_of_this_process()); };
    callbacks.best_move = [&](const SearchResult&) { during = std::max(during, threads_of_this_process()); };
    searcher.start(Game(), depth_limit(6), {}, callbacks);
    while (!searcher.run_slice(500)) {}
    searcher.clear();
    EXPECT_TRUE(searcher.set_hash(32));
    EXPECT_EQ(during, before);
    EXPECT_EQ(threads_of_this_process(), before);
}

// ---------------------------------------------------------------------- slices

TEST(Slices, OneLargeSliceIsTheWholeSearch) {
    for (const std::string_view fen : Fens) {
        InlineSearch whole;
        InlineSearch sliced;
        const SearchResult expected = whole.searcher.search(game_of(fen), depth_limit(9));
        sliced.start(game_of(fen), depth_limit(9));
        EXPECT_EQ(sliced.run(1000000000), 1);
        expect_same(sliced.heard.result, expected);
    }
}

TEST(Slices, SmallSlicesReachTheDepthWithASoundAnswer) {
    for (const std::string_view fen : Fens) {
        for (const std::uint64_t slice : {1U, 50U, 400U}) {
            SCOPED_TRACE(std::string(fen) + " in slices of " + std::to_string(slice));
            InlineSearch inlined;
            const Game game = game_of(fen);
            inlined.start(game, depth_limit(8));
            EXPECT_GT(inlined.run(slice), 1);
            expect_sound(game, inlined.heard);
            EXPECT_EQ(inlined.heard.result.depth, 8);
            EXPECT_EQ(inlined.heard.last().depth, 8);
        }
    }
}

// Each goes on in the middle of the tree, where the one before was interrupted.
TEST(Slices, CostHardlyMoreThanTheWholeSearch) {
    std::uint64_t whole_nodes = 0;
    std::uint64_t sliced_nodes = 0;
    int close = 0;
    for (const std::string_view fen : Fens) {
        InlineSearch whole;
        const SearchResult expected = whole.searcher.search(game_of(fen), depth_limit(12));
        // A search that is interrupted is not quite the same one: several sizes even that out.
        for (const std::uint64_t slice : {300U, 500U, 700U, 1000U, 2000U}) {
            InlineSearch sliced;
            sliced.start(game_of(fen), depth_limit(12));
            sliced.run(slice);
            whole_nodes += expected.nodes;
            sliced_nodes += sliced.heard.result.nodes;
            close += std::abs(sliced.heard.result.score - expected.score) <= 40 ? 1 : 0;
        }
    }
    EXPECT_LT(sliced_nodes, whole_nodes + whole_nodes / 8);
    EXPECT_GE(close, 15) << "the scores have nothing to do with each other";
}

TEST(Slices, GoOnBelowNodesWithTheirLinesAndMoves) {
    InlineSearch whole;
    InlineSearch sliced;
    const Game game = game_of(Fens[1]);
    whole.start(game, depth_limit(10));
    whole.run(1000000000);
    sliced.start(game, depth_limit(10));
    int growing = 0;
    for (std::uint64_t before = 0; !sliced.searcher.run_slice(200); before = sliced.searcher.nodes()) {
        growing += sliced.searcher.nodes() - before > 300 ? 1 : 0;
    }
    expect_sound(game, sliced.heard);
    // Each depth is reported once, and no slice had to grow to get on.
    EXPECT_EQ(sliced.heard.infos.size(), whole.heard.infos.size());
    EXPECT_LT(growing, 3);
}

TEST(Slices, AreAboutAsLongAsAskedFor) {
    InlineSearch inlined;
    std::uint64_t last = 0;
    std::uint64_t longest = 0;
    SearchCallbacks callbacks;
    std::uint64_t total = 0;
    callbacks.best_move = [&](const SearchResult& result) { total = result.nodes; };
    inlined.searcher.start(game_of(Fens[1]), node_limit(400000), {}, callbacks);
    for (;;) {
        const bool answered = inlined.searcher.run_slice(5000);
        const std::uint64_t now = answered ? total : inlined.searcher.nodes();
        longest = std::max(longest, now - last);
        last = now;
        if (answered) { break; }
    }
    EXPECT_EQ(total, 400000U);
    EXPECT_LT(longest, 30000U) << "a slice may grow, but not without measure";
}

TEST(Slices, FindMates) {
    InlineSearch inlined;
    const Game game = game_of("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1");
    inlined.start(game, depth_limit(7));
    inlined.run(300);
    expect_sound(game, inlined.heard);
    EXPECT_EQ(inlined.heard.result.score, mate_in(3));
    EXPECT_EQ(to_uci(inlined.heard.result.best), "d5f6");
}

TEST(Slices, KeepTheNodeLimit) {
    for (const std::uint64_t slice : {100U, 777U, 5000U}) {
        InlineSearch inlined;
        const Game game = game_of(Fens[1]);
        inlined.start(game, node_limit(20000));
        inlined.run(slice);
        expect_sound(game, inlined.heard);
        EXPECT_EQ(inlined.heard.result.nodes, 20000U);
    }
}

TEST(Slices, KeepTheClock) {
    InlineSearch inlined;
    Limits limits;
    limits.move_time = 100;
    inlined.start(Game(), limits);
    inlined.run(1000);
    EXPECT_LT(Clock::now() - limits.start, std::chrono::seconds(3));
    expect_sound(Game(), inlined.heard);
}

TEST(Slices, StopBetweenThemGivesTheAnswerWithTheNext) {
    for (int count = 0; count < 40; ++count) {
        InlineSearch inlined(1);
        const Game game = game_of(Fens[static_cast<std::size_t>(count) % Fens.size()]);
        inlined.start(game, infinite_limit());
        for (int i = 0; i < count; ++i) { ASSERT_FALSE(inlined.searcher.run_slice(700)); }
        inlined.searcher.stop();
        EXPECT_EQ(inlined.heard.answers, 0);
        EXPECT_TRUE(inlined.searcher.run_slice(1000000));
        expect_sound(game, inlined.heard);
    }
}

TEST(Slices, AnInfiniteSearchThatIsDoneWaitsForStop) {
    for (const std::string_view fen : {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"}) {
        InlineSearch inlined;
        Limits limits = infinite_limit();
        limits.depth = 3;
        inlined.start(game_of(fen), limits);
        for (int i = 0; i < 20; ++i) { EXPECT_FALSE(inlined.searcher.run_slice(100000)); }
        const std::size_t infos = inlined.heard.infos.size();
        inlined.searcher.stop();
        EXPECT_TRUE(inlined.searcher.run_slice(1));
        EXPECT_EQ(inlined.heard.answers, 1);
        EXPECT_EQ(inlined.heard.infos.size(), infos) << "nothing is reported twice";
    }
}

TEST(Slices, PonderingWaitsForTheHit) {
    InlineSearch inlined;
    Limits limits = depth_limit(4);
    limits.ponder = true;
    inlined.start(Game(), limits);
    for (int i = 0; i < 20; ++i) { EXPECT_FALSE(inlined.searcher.run_slice(100000)); }
    inlined.searcher.ponder_hit();
    EXPECT_TRUE(inlined.searcher.run_slice(1));
    expect_sound(Game(), inlined.heard);
}

TEST(Slices, WaitRunsTheRest) {
    InlineSearch inlined;
    inlined.start(Game(), depth_limit(9));
    EXPECT_FALSE(inlined.searcher.run_slice(500));
    inlined.searcher.wait();
    expect_sound(Game(), inlined.heard);
    EXPECT_EQ(inlined.heard.result.depth, 9);
}

TEST(Slices, SeveralPrincipalVariationsStaySorted) {
    InlineSearch inlined;
    inlined.settings.multi_pv = 3;
    const Game game = game_of(Fens[1]);
    inlined.start(game, depth_limit(7));
    inlined.run(500);
    expect_sound(game, inlined.heard);
    const std::vector<SearchInfo> lines = inlined.heard.last_lines(3);
    ASSERT_EQ(lines.size(), 3U);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_EQ(lines[i].multipv, static_cast<int>(i) + 1);
        EXPECT_EQ(lines[i].depth, 7);
        if (i > 0) { EXPECT_LE(lines[i].score, lines[i - 1].score); }
    }
}

TEST(Slices, AreSoundInRandomPositions) {
    InlineSearch inlined(1);
    visit_random_positions(0x511CE, 120, [&](const Game& game) {
        if (game.state() != GameState::Ongoing) { return; }
        inlined.start(game, node_limit(2500));
        inlined.run(170);
        expect_sound(game, inlined.heard);
    });
}

// stop() from another thread at any moment, also while a slice ends by itself.
TEST(Slices, StopFromAnotherThreadIsNeverLost) {
    for (int i = 0; i < 60; ++i) {
        InlineSearch inlined(1);
        inlined.start(Game(), infinite_limit());
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::microseconds(50 * i));
            inlined.searcher.stop();
        });
        while (!inlined.searcher.run_slice(20)) {}
        other.join();
        expect_sound(Game(), inlined.heard);
    }
}

// ---------------------------------------------------------------------- a weight of 0 is as good as no code

// The classical evaluation computed from the counts of its terms, those of outposts left out.
class NoOutposts final : public Evaluator {
public:
    void reset(const Position&) override {}
    void push(const BoardDelta&) override {}
    void pop() override {}
    [[nodiscard]] CacheStatistics cache_statistics() const override { return {}; }

    [[nodiscard]] Score evaluate(const Position& position) override {
        classical::Breakdown breakdown = classical::break_down(position);
        if (!breakdown.ending) {
            for (const classical::TermInfo& info : classical::TermTable) {
                if (info.name.find("Outpost") == std::string_view::npos) { continue; }
                for (std::size_t i = info.first; i < info.first + info.size; ++i) {
                    const auto& count = breakdown.trace.counts[i];
                    breakdown.sums.linear -= classical::DefaultWeights[i] * (count[Color::White] - count[Color::Black]);
                }
            }
            breakdown.white =
                scale_by_fifty_moves(classical::blend(breakdown.sums, breakdown.phase), position.halfmove_clock());
        }
        return relative_score(position.side_to_move(), breakdown.white);
    }
};

TEST(CallersThread, OutpostsOfNoWeightLeaveTheSearchAsWithoutThem) {
    static classical::Weights weights = classical::DefaultWeights;
    for (const classical::TermInfo& info : classical::TermTable) {
        if (info.name.find("Outpost") == std::string_view::npos) { continue; }
        for (std::size_t i = 0; i < info.size; ++i) { weights[info.first + i] = Pair(); }
    }
    Searcher weightless(RunsOn::CallersThread, 4,
                        [] { return std::make_unique<classical::ClassicalEvaluator>(weights); });
    Searcher without(RunsOn::CallersThread, 4, [] { return std::make_unique<NoOutposts>(); });
    Searcher with(RunsOn::CallersThread, 4);
    bool differs = false;
    for (const std::string_view fen : {"r1bq1rk1/pp1n1pb1/2p1p1pp/3pN1P1/3PPP1P/2NPB3/PP6/2RQ1RK1 b - - 0 15",
                                       "r2q1rk1/1bp3pp/p1pb4/1P1p1p2/4n3/P1NBP3/1BPP1PPP/2RQK2R w K - 0 12",
                                       "4r1k1/1p1q2pp/2n1p3/8/P1p1P3/1PBb2QP/6P1/2R1R1K1 b - - 0 34",
                                       "r1bqkb1r/p2npppp/2pp3n/8/4P3/3B2Q1/PPPP1PPP/RNB1K1NR b KQkq - 3 6"}) {
        const SearchResult one = weightless.search(game_of(fen), depth_limit(8));
        const SearchResult other = without.search(game_of(fen), depth_limit(8));
        EXPECT_EQ(one.nodes, other.nodes) << fen;
        EXPECT_EQ(one.best, other.best) << fen;
        EXPECT_EQ(one.score, other.score) << fen;
        differs = differs || one.nodes != with.search(game_of(fen), depth_limit(8)).nodes;
    }
    EXPECT_TRUE(differs) << "outposts play no part in these positions";
}

}  // namespace
}  // namespace skua
