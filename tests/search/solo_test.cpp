// A search in the calling thread finds what the pool's one thread finds.
#include "search/solo.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

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

TEST(SoloSearch, FindsWhatThePoolFinds) {
    Searcher searcher;
    SoloSearch solo(16);
    // Without clearing between the positions: what is learned on the way is the same too.
    for (const std::string_view fen : Fens) {
        SCOPED_TRACE(fen);
        expect_same(solo.search(game_of(fen), depth_limit(9)), searcher.search(fen, depth_limit(9)).result);
        expect_same(solo.search(game_of(fen), node_limit(5000)), searcher.search(fen, node_limit(5000)).result);
    }
}

TEST(SoloSearch, RepeatsItselfAfterClear) {
    SoloSearch solo;
    for (const std::string_view fen : Fens) {
        solo.clear();
        const SearchResult first = solo.search(game_of(fen), depth_limit(8));
        solo.clear();
        expect_same(solo.search(game_of(fen), depth_limit(8)), first);
    }
}

TEST(SoloSearch, ASoftLimitEndsAnIterationAndAHardOneEndsTheSearch) {
    SoloSearch solo;
    Limits limits;
    limits.soft_nodes = 500;
    limits.nodes = 10000;
    const SearchResult soft = solo.search(Game(), limits);
    EXPECT_GE(soft.nodes, 500U);
    EXPECT_LT(soft.nodes, 10000U);
    EXPECT_GT(soft.depth, 1);
    limits.soft_nodes = 1000000;
    const SearchResult hard = solo.search(Game(), limits);
    EXPECT_GE(hard.nodes, 10000U);
    EXPECT_LT(hard.nodes, 11000U);
}

TEST(SoloSearch, PlaysLegalMovesAnywhere) {
    SoloSearch solo;
    visit_random_positions(77, 300, [&](const Game& game) {
        const SearchResult result = solo.search(game, node_limit(300));
        if (has_legal_move(game.position())) {
            ASSERT_TRUE(game.position().is_legal(result.best)) << to_fen(game.position());
        } else {
            ASSERT_TRUE(result.best.is_none());
            ASSERT_EQ(result.score, game.position().in_check() ? mated_in(0) : DrawScore);
        }
    });
}

TEST(SoloSearch, SearchesOnlyTheMovesAskedFor) {
    SoloSearch solo;
    Limits limits = depth_limit(4);
    limits.search_moves = {move_of(Position(), "a2a3")};
    EXPECT_EQ(to_uci(solo.search(Game(), limits).best), "a2a3");
}

TEST(SoloSearch, SeveralDoNotDisturbEachOther) {
    SearchResult alone;
    {
        SoloSearch solo;
        alone = solo.search(game_of(Fens[1]), depth_limit(8));
    }
    std::array<SearchResult, 2> results;
    std::vector<std::thread> threads;
    threads.reserve(results.size());
    for (SearchResult& result : results) {
        threads.emplace_back([&result] {
            SoloSearch solo;
            result = solo.search(game_of(Fens[1]), depth_limit(8));
        });
    }
    for (std::thread& thread : threads) { thread.join(); }
    for (const SearchResult& result : results) { expect_same(result, alone); }
}

// ---------------------------------------------------------------------- KO.4: a weight of 0 is as good as no code

// The classical evaluation computed from the counts of its terms, those of outposts left out.
class NoOutposts final : public Evaluator {
public:
    void reset(const Position&) override {}
    void push(const BoardDelta&) override {}
    void pop() override {}
    [[nodiscard]] CacheStatistics cache_statistics() const override { return {}; }

    [[nodiscard]] Score evaluate(const Position& position) override {
        classical::Analysis analysis = classical::analyse(position);
        if (!analysis.ending) {
            for (const classical::TermInfo& info : classical::TermTable) {
                if (info.name.find("Outpost") == std::string_view::npos) { continue; }
                for (std::size_t i = info.first; i < info.first + info.size; ++i) {
                    const auto& count = analysis.trace.counts[i];
                    analysis.sums.linear -= classical::DefaultWeights[i] * (count[Color::White] - count[Color::Black]);
                }
            }
            analysis.white = damp(classical::blend(analysis.sums, analysis.phase), position.halfmove_clock());
        }
        return position.side_to_move() == Color::White ? analysis.white : -analysis.white;
    }
};

TEST(SoloSearch, OutpostsOfNoWeightLeaveTheSearchAsWithoutThem) {
    static classical::Weights weights = classical::DefaultWeights;
    for (const classical::TermInfo& info : classical::TermTable) {
        if (info.name.find("Outpost") == std::string_view::npos) { continue; }
        for (std::size_t i = 0; i < info.size; ++i) { weights[info.first + i] = Pair(); }
    }
    SoloSearch weightless(4, [] { return std::make_unique<classical::ClassicalEvaluator>(weights); });
    SoloSearch without(4, [] { return std::make_unique<NoOutposts>(); });
    SoloSearch with(4);
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
