// The evaluation as a whole: its terms add up, colours are equal, incremental updates agree with evaluation from
// scratch.
#include "eval/classical/classical.h"

#include <gtest/gtest.h>

#include <algorithm>

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

// Computes the score from the counts of a trace alone, by the role of each family.
Score score_of(const Breakdown& breakdown, const Position& position, const Weights& weights = DefaultWeights) {
    if (breakdown.ending) { return scale_by_fifty_moves(breakdown.ending->value, position.halfmove_clock()); }
    Sums sums;
    int scale = 0;
    bool scaled = false;
    for (const TermInfo& info : TermTable) {
        for (std::size_t place = info.first; place < info.first + info.size; ++place) {
            const int white = breakdown.trace.counts[place][Color::White];
            const int black = breakdown.trace.counts[place][Color::Black];
            switch (role_of(info.family)) {
                case Role::Danger:
                    sums.danger[Color::White] += weights[place] * white;
                    sums.danger[Color::Black] += weights[place] * black;
                    break;
                case Role::Complexity: sums.complexity += weights[place].endgame() * white; break;
                case Role::Scale:
                    scale += weights[place].endgame() * white;
                    scaled = scaled || white != 0;
                    break;
                case Role::Sum: sums.linear += weights[place] * (white - black);
            }
        }
    }
    sums.scale = scaled ? std::clamp(scale, 0, FullScale) : breakdown.sums.scale;
    return scale_by_fifty_moves(blend(sums, breakdown.phase), position.halfmove_clock());
}

TEST(Classical, TheTermsAddUpToTheScoreAndColorsAreEqual) {
    ClassicalEvaluator evaluator;
    int seen = 0;
    visit_random_positions(0xE7A1, 100000, [&](const Game& game) {
        const Position& position = game.position();
        evaluator.reset(position);
        const Score score = evaluator.evaluate(position);
        const Breakdown breakdown = break_down(position);
        ASSERT_EQ(relative_score(position.side_to_move(), score), breakdown.white) << to_fen(position);
        ASSERT_EQ(score_of(breakdown, position), breakdown.white) << to_fen(position);
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

TEST(Classical, TheStartIsEqualExceptForTheTempo) {
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

TEST(Classical, AnAdvantageShrinksTowardsTheFiftyMoveDraw) {
    const Score fresh = evaluate(position_of("4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 0 1"));
    const Score stale = evaluate(position_of("4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 80 60"));
    EXPECT_GT(fresh, 300);
    EXPECT_LT(stale, fresh * 2 / 3);
    EXPECT_GT(stale, 0);
}

// With a weight of 0 the evaluation is the same as without the term.
TEST(Classical, ATermOfNoWeightChangesNothing) {
    for (const TermInfo& info : TermTable) {
        Weights weights = DefaultWeights;
        for (std::size_t i = 0; i < info.size; ++i) { weights[info.first + i] = Pair(); }
        int seen = 0;
        visit_random_positions(0x2E50 + info.first, 20, [&](const Game& game) {
            const Position& position = game.position();
            Breakdown breakdown = break_down(position, weights);
            if (role_of(info.family) == Role::Scale) { return; }
            for (std::size_t i = 0; i < info.size; ++i) { breakdown.trace.counts[info.first + i] = {}; }
            ASSERT_EQ(score_of(breakdown, position, weights),
                      relative_score(position.side_to_move(), evaluate(position, weights)))
                << info.name << " in " << to_fen(position);
            ++seen;
        });
    }
}

TEST(Classical, EveryTermOccurs) {
    Trace sum;
    const auto note = [&](const Position& position) {
        const Breakdown breakdown = break_down(position);
        for (std::size_t i = 0; i < WeightCount; ++i) {
            for (const Color color : Colors) {
                if (breakdown.trace.counts[i][color] != 0) { sum.counts[i][color] = 1; }
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

// Terms that are about nothing on the board.
bool is_nowhere(Term term) {
    return term == Term::DangerNoQueen || term == Term::ComplexityBase || term == Term::Tempo;
}

// Terms that count something other than their squares: steps, pieces that share squares, pairs, or units of a formula.
bool counts_squares(Term term) {
    switch (term) {
        case Term::BishopPair:
        case Term::RookPair:
        case Term::KnightPawns:
        case Term::RookPawns:
        case Term::PawnIslands:
        case Term::SupportedPawn:
        case Term::PassedOwnKing:
        case Term::PassedEnemyKing:
        case Term::PassedRookBehind:
        case Term::PassedEnemyRookBehind:
        case Term::PassedUnstoppable:
        case Term::KnightKingDistance:
        case Term::BishopKingDistance:
        case Term::BishopPawns:
        case Term::BishopXrayPawns:
        case Term::RooksSeventh:
        case Term::KingShelter:
        case Term::KingNextToOpenFile:
        case Term::KingPawnDistance:
        case Term::DangerAttack:
        case Term::DangerSafeCheck:
        case Term::DangerManySafeChecks:
        case Term::DangerFlankAttack:
        case Term::DangerOpenFile:
        case Term::DangerKnightDefender:
        case Term::ThreatByKing:
        case Term::SpaceBehindPawns:
        case Term::ComplexityOutflanking:
        case Term::ComplexityBothFlanks:
        case Term::ComplexityInfiltration:
        case Term::ComplexityPawnEnding:
        case Term::ComplexityUnwinnable:
        case Term::ScalePawns:
        case Term::ScaleOppositeBishops:
        case Term::ScaleOppositeBishopsPieces: return false;
        default: return !is_nowhere(term);
    }
}

TEST(Classical, RecordsTheSquaresOfEveryTerm) {
    EnumArray<Term, int> seen;
    visit_random_positions(0x5A, 20000, [&](const Game& game) {
        const Breakdown breakdown = break_down(game.position());
        for (std::size_t i = 0; i < TermTable.size(); ++i) {
            const Term term = static_cast<Term>(i);
            const TermInfo& info = TermTable[term];
            for (std::size_t place = info.first; place < info.first + info.size; ++place) {
                for (const Color color : Colors) {
                    const int count = breakdown.trace.counts[place][color];
                    const Bitboard squares = breakdown.trace.squares[place][color];
                    if (counts_squares(term)) {
                        ASSERT_EQ(count, squares.count()) << info.name << " in " << to_fen(game.position());
                    }
                    if (is_nowhere(term) || count == 0) { ASSERT_TRUE(squares.empty()) << info.name; }
                    if (count != 0 && squares.any()) { ++seen[term]; }
                    // A board without pawns has no squares to show for these.
                    const bool may_be_empty = is_nowhere(term) || term == Term::ScalePawns ||
                                              term == Term::ComplexityPawnEnding || term == Term::ComplexityUnwinnable;
                    if (count != 0 && !may_be_empty) {
                        ASSERT_TRUE(squares.any()) << info.name << " in " << to_fen(game.position());
                    }
                }
            }
        }
    });
    EXPECT_GT(seen[Term::RookOpenFile], 0);
    EXPECT_GT(seen[Term::KingStormBlocked], 0);
}

TEST(Classical, TheLinesOfTheBreakdownAddUpToItsSums) {
    visit_random_positions(0x11E5, 5000, [&](const Game& game) {
        const Breakdown breakdown = break_down(game.position());
        Pair linear;
        EnumArray<Color, Pair> danger;
        for (const Family family : AllFamilies) {
            for (const BreakdownLine& line : lines_of(breakdown, family)) {
                ASSERT_EQ(TermTable[line.term].family, family);
                ASSERT_TRUE(line.counts[Color::White] != 0 || line.counts[Color::Black] != 0 ||
                            TermTable[line.term].size > 1);
                if (role_of(family) == Role::Sum) { linear += line.total(); }
                if (role_of(family) == Role::Danger) {
                    for (const Color color : Colors) { danger[color] += line.values[color]; }
                }
            }
        }
        ASSERT_EQ(linear, breakdown.sums.linear) << to_fen(game.position());
        ASSERT_EQ(danger[Color::White], breakdown.sums.danger[Color::White]) << to_fen(game.position());
        ASSERT_EQ(danger[Color::Black], breakdown.sums.danger[Color::Black]) << to_fen(game.position());
    });
}

TEST(Families, EveryFamilyHasATitleAndATerm) {
    EXPECT_EQ(AllFamilies.size(), static_cast<std::size_t>(Family::Count));
    for (const Family family : AllFamilies) {
        EXPECT_FALSE(to_string(family).empty());
        EXPECT_TRUE(std::any_of(TermTable.begin(), TermTable.end(), [&](const TermInfo& info) {
            return info.family == family;
        })) << to_string(family);
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
