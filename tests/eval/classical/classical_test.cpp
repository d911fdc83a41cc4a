// The evaluation as a whole: its parts add up, colours are equal, what is kept from move to move is right.
#include "eval/classical/classical.h"

#include <gtest/gtest.h>

#include "chess/random_positions.h"
#include "chess/support.h"
#include "eval/fifty_moves.h"
#include "eval/phase.h"

namespace skua::classical {
namespace {

Score evaluate(const Position& position, const Weights& weights = DefaultWeights) {
    ClassicalEvaluator evaluator(weights);
    evaluator.reset(position);
    return evaluator.evaluate(position);
}

Score from_white(const Position& position, Score score) {
    return position.side_to_move() == Color::White ? score : -score;
}

// The score computed from the counts of a trace alone, by the definition of each family.
Score score_of(const Analysis& analysis, const Position& position, const Weights& weights = DefaultWeights) {
    if (analysis.ending) { return damp(analysis.ending->value, position.halfmove_clock()); }
    Sums sums;
    int scale = 0;
    bool scaled = false;
    for (const TermInfo& info : TermTable) {
        for (std::size_t place = info.first; place < info.first + info.size; ++place) {
            const int white = analysis.trace.counts[place][Color::White];
            const int black = analysis.trace.counts[place][Color::Black];
            switch (info.family) {
                case Family::Danger:
                    sums.danger[Color::White] += weights[place] * white;
                    sums.danger[Color::Black] += weights[place] * black;
                    break;
                case Family::Complexity: sums.complexity += weights[place].endgame() * white; break;
                case Family::Scaling:
                    scale += weights[place].endgame() * white;
                    scaled = scaled || white != 0;
                    break;
                default: sums.linear += weights[place] * (white - black);
            }
        }
    }
    sums.scale = scaled ? std::clamp(scale, 0, FullScale) : analysis.sums.scale;
    return damp(blend(sums, analysis.phase), position.halfmove_clock());
}

TEST(Classical, TheTermsAddUpToTheScoreAndColoursAreEqual) {
    ClassicalEvaluator evaluator;
    int seen = 0;
    visit_random_positions(0xE7A1, 100000, [&](const Game& game) {
        const Position& position = game.position();
        evaluator.reset(position);
        const Score score = evaluator.evaluate(position);
        const Analysis analysis = analyse(position);
        ASSERT_EQ(from_white(position, score), analysis.white) << to_fen(position);
        ASSERT_EQ(score_of(analysis, position), analysis.white) << to_fen(position);
        const Position flipped = position.flipped();
        evaluator.reset(flipped);
        ASSERT_EQ(evaluator.evaluate(flipped), score) << to_fen(position);
        ++seen;
    });
    EXPECT_GE(seen, 100000);
}

TEST(Classical, FollowsAGameMoveByMove) {
    ClassicalEvaluator follower;
    Prng prng(0xF011);
    for (int i = 0; i < 50; ++i) {
        Game game;
        follower.reset(game.position());
        std::vector<Score> path{follower.evaluate(game.position())};
        for (int ply = 0; ply < 120 && game.state() == GameState::Ongoing; ++ply) {
            const MoveList moves = legal_moves(game.position());
            BoardDelta delta;
            game.play(moves[prng.below(moves.size())], delta);
            follower.push(delta);
            path.push_back(follower.evaluate(game.position()));
            ASSERT_EQ(path.back(), evaluate(game.position())) << to_fen(game.position());
        }
        while (game.ply() > 0) {
            game.undo();
            follower.pop();
            path.pop_back();
            ASSERT_EQ(follower.evaluate(game.position()), path.back());
        }
    }
}

TEST(Classical, TheStartIsEqualButForTheMove) {
    const Score tempo = evaluate(Position());
    EXPECT_GT(tempo, 0);
    Weights weights = DefaultWeights;
    weights[place_of(Term::Tempo)] = Pair();
    EXPECT_EQ(evaluate(Position(), weights), 0);
}

TEST(Classical, StaysWithinItsBounds) {
    for (const std::string_view fen :
         {"QQQQQQQQ/Q7/8/8/8/8/k7/7K b - - 0 1", "7k/K7/8/8/8/8/q7/qqqqqqqq w - - 0 1",
          "qqqqk3/qqqqq3/8/8/8/8/QQQQQ3/QQQQK3 w - - 0 1", "rnbqkbnr/8/8/8/8/8/8/QQQQKQQQ w - - 0 1"}) {
        const Score score = evaluate(position_of(fen));
        EXPECT_LE(std::abs(score), MaxEvaluation) << fen;
    }
}

TEST(Classical, AnAdvantageFadesTowardsTheFiftyMoveDraw) {
    const Score fresh = evaluate(position_of("4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 0 1"));
    const Score stale = evaluate(position_of("4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 80 60"));
    EXPECT_GT(fresh, 300);
    EXPECT_LT(stale, fresh * 2 / 3);
    EXPECT_GT(stale, 0);
}

// Whatever weight is set to 0, the evaluation is what it would be without the term.
TEST(Classical, ATermOfNoWeightChangesNothing) {
    for (const TermInfo& info : TermTable) {
        Weights weights = DefaultWeights;
        for (std::size_t i = 0; i < info.size; ++i) { weights[info.first + i] = Pair(); }
        int seen = 0;
        visit_random_positions(0x2E50 + info.first, 20, [&](const Game& game) {
            const Position& position = game.position();
            Analysis analysis = analyse(position, weights);
            if (info.family == Family::Scaling) { return; }
            for (std::size_t i = 0; i < info.size; ++i) { analysis.trace.counts[info.first + i] = {}; }
            ASSERT_EQ(score_of(analysis, position, weights), from_white(position, evaluate(position, weights)))
                << info.name << " in " << to_fen(position);
            ++seen;
        });
    }
}

TEST(Classical, EveryTermOccurs) {
    Trace sum;
    const auto note = [&](const Position& position) {
        const Analysis analysis = analyse(position);
        for (std::size_t i = 0; i < WeightCount; ++i) {
            for (const Color color : Colors) {
                if (analysis.trace.counts[i][color] != 0) { sum.counts[i][color] = 1; }
            }
        }
    };
    visit_random_positions(0xEE, 30000, [&](const Game& game) { note(game.position()); });
    for (const std::string_view fen :
         {"6k1/B4ppp/1p6/2p5/8/8/5PPP/6K1 w - - 0 1", "4k3/6p1/8/8/8/8/P7/4K3 w - - 0 1",
          "r5k1/RR3ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "2b1k3/p4p2/8/8/8/8/P4P2/2B1K3 w - - 0 1"}) {
        note(position_of(fen));
        note(position_of(fen).flipped());
    }
    for (const TermInfo& info : TermTable) {
        int places = 0;
        for (std::size_t i = info.first; i < info.first + info.size; ++i) {
            places += sum.counts[i][Color::White] != 0 || sum.counts[i][Color::Black] != 0 ? 1 : 0;
        }
        EXPECT_GT(places, 0) << info.name;
    }
}

TEST(PawnCacheTest, RemembersStructuresOnly) {
    PawnCache cache;
    const Position one = position_of("4k3/pp3ppp/8/8/8/8/PPP2PPP/R3K3 w - - 0 1");
    const Position other = position_of("4k3/pp3ppp/8/8/8/8/PPP2PPP/4K2R w - - 0 1");
    const PawnCache::Entry first = cache.get(one, DefaultWeights);
    EXPECT_EQ(cache.statistics().hits, 0U);
    EXPECT_EQ(cache.get(other, DefaultWeights).value, first.value);
    EXPECT_EQ(cache.statistics().probes, 2U);
    EXPECT_EQ(cache.statistics().hits, 1U);
    cache.get(position_of("4k3/pp3ppp/8/8/8/P7/1PP2PPP/R3K3 w - - 0 1"), DefaultWeights);
    EXPECT_EQ(cache.statistics().hits, 1U);
}

}  // namespace
}  // namespace skua::classical
