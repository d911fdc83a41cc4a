#include "analysis/explanation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analysis/support.h"
#include "chess/random_positions.h"
#include "eval/classical/classical.h"
#include "eval/fifty_moves.h"
#include "eval/nnue/nnue.h"
#include "eval/phase.h"

namespace skua {
namespace {

using classical::Family;

const FamilyBreakdown& family_of(const Explanation& explanation, Family family) {
    const auto& families = explanation.classical.families;
    return *std::find_if(families.begin(), families.end(),
                         [family](const FamilyBreakdown& each) { return each.family == family; });
}

TEST(Explanation, HasTheResultsOfBothEvaluations) {
    const auto network = nnue::embedded_network();
    const Position position = position_of(MiddlegameFen);
    const Score white = classical::break_down(position).white;
    const Score net = nnue::raw_evaluate(*network, position);
    for (const EvaluatorKind kind : EvaluatorKinds) {
        const Explanation explanation = explain_with(kind, position);
        EXPECT_EQ(explanation.position, position);
        EXPECT_EQ(explanation.kind, kind);
        EXPECT_EQ(explanation.classical.white, white);
        EXPECT_EQ(explanation.classical_score, -white) << "Black is to move";
        EXPECT_EQ(explanation.network_score, net);
        EXPECT_EQ(explanation.evaluation, kind == EvaluatorKind::Nnue ? net : -white);
        EXPECT_EQ(ShownScore(explanation.shown), to_shown(explanation.evaluation, kind));
    }
}

// What is explained is what the evaluators say.
TEST(Explanation, IsTheEvaluationOfTheSearch) {
    for (const EvaluatorKind kind : EvaluatorKinds) {
        const std::unique_ptr<Evaluator> evaluator = make_evaluator(kind);
        visit_random_positions(0x151, 200, [&](const Game& game) {
            evaluator->reset(game.position());
            ASSERT_EQ(explain_with(kind, game.position()).evaluation, evaluator->evaluate(game.position()));
        });
    }
}

TEST(Explanation, HasEveryFamilyOnce) {
    const Explanation explanation = explain_with(EvaluatorKind::Classical, MiddlegameFen);
    std::set<Family> families;
    for (const FamilyBreakdown& family : explanation.classical.families) {
        EXPECT_TRUE(families.insert(family.family).second);
    }
    EXPECT_EQ(families.size(), static_cast<std::size_t>(Family::Count) - 1);
    EXPECT_FALSE(families.contains(Family::Scaling)) << "a factor, not a sum";
}

// The totals of the families, blended by phase and scale, are the evaluation.
TEST(Explanation, TheFamiliesAddUp) {
    int seen = 0;
    visit_random_positions(0x150, 300, [&](const Game& game) {
        const Position& position = game.position();
        const ClassicalBreakdown classical = explain_with(EvaluatorKind::Classical, position).classical;
        if (classical.known_ending) { return; }
        Pair sum;
        for (const FamilyBreakdown& family : classical.families) { sum += family.total; }
        ASSERT_EQ(scale_by_fifty_moves(classical.blended(sum), position.halfmove_clock()), classical.white)
            << to_fen(position);
        ++seen;
    });
    EXPECT_GT(seen, 200);
}

TEST(Explanation, TheTermsOfASumAddUpToItsFamily) {
    int terms = 0;
    visit_random_positions(0x152, 50, [&](const Game& game) {
        for (const FamilyBreakdown& family :
             explain_with(EvaluatorKind::Classical, game.position()).classical.families) {
            if (!family.is_sum) { continue; }
            Pair sum;
            for (const TermBreakdown& term : family.terms) {
                sum += term.total();
                ++terms;
            }
            ASSERT_EQ(sum, family.total) << to_string(family.family);
        }
    });
    EXPECT_GT(terms, 1000);
}

TEST(Explanation, CountsHowOftenEachSideHasATerm) {
    const Explanation explanation = explain_with(EvaluatorKind::Classical, "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1");
    const FamilyBreakdown& material = family_of(explanation, Family::Material);
    ASSERT_EQ(material.terms.size(), 1U);
    EXPECT_EQ(material.terms[0].name, "PawnMaterial");
    EXPECT_EQ(material.terms[0].counts[Color::White], 3);
    EXPECT_EQ(material.terms[0].counts[Color::Black], 2);
    EXPECT_EQ(material.terms[0].squares[Color::White], explanation.position.pieces(Color::White, PieceType::Pawn));
    EXPECT_EQ(material.terms[0].squares[Color::Black], explanation.position.pieces(Color::Black, PieceType::Pawn));
    EXPECT_TRUE(material.is_sum);
    EXPECT_FALSE(family_of(explanation, Family::Danger).is_sum);
}

TEST(Explanation, BlendsByPhaseAndScale) {
    ClassicalBreakdown classical;
    classical.phase = FullPhase;
    classical.scale = classical::FullScale;
    EXPECT_EQ(classical.blended({100, 40}), 100);
    classical.phase = 0;
    EXPECT_EQ(classical.blended({100, 40}), 40);
    classical.scale = classical::FullScale / 2;
    EXPECT_EQ(classical.blended({100, 40}), 20);
    classical.phase = FullPhase / 2;
    EXPECT_EQ(classical.blended({100, 40}), 60);
}

// A piece is worth what is missing without it, from White's view with either side to move.
TEST(Explanation, PieceValuesAreTheDifferenceTheyMake) {
    const auto network = nnue::embedded_network();
    for (const char side : {'w', 'b'}) {
        const std::string rest = std::string(" ") + side + " - - 0 1";
        const Position with = position_of("4k3/p7/8/8/8/2N5/PP6/4K3" + rest);
        const Position without = position_of("4k3/p7/8/8/8/8/PP6/4K3" + rest);
        // From six pieces to five, for which the network has other output weights.
        ASSERT_NE(nnue::output_bucket(6), nnue::output_bucket(5));
        const Score missing = nnue::raw_evaluate(*network, with) - nnue::raw_evaluate(*network, without);
        const Explanation explanation = explain_with(EvaluatorKind::Nnue, with);
        EXPECT_EQ(explanation.piece_values.size(), 4U) << "all but the kings";
        for (const PieceValue& each : explanation.piece_values) {
            EXPECT_EQ(each.piece, with.piece_on(each.square));
            if (each.square == Square::C3) { EXPECT_EQ(each.value, side == 'w' ? missing : -missing); }
            if (each.square == Square::C3) { EXPECT_GT(each.value, 0) << "White's knight is good for White"; }
        }
    }
}

TEST(Explanation, SaysWhyTheNetworkIsOverruled) {
    const auto reason = [](EvaluatorKind kind, std::string_view fen) {
        return explain_with(kind, fen).network_override;
    };
    EXPECT_EQ(reason(EvaluatorKind::Nnue, MiddlegameFen), NetworkOverride::None);
    EXPECT_EQ(reason(EvaluatorKind::Nnue, LateMiddlegame), NetworkOverride::FiftyMoves);
    EXPECT_EQ(reason(EvaluatorKind::Nnue, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), NetworkOverride::KnownEnding);
    EXPECT_EQ(reason(EvaluatorKind::Nnue, WrongBishop), NetworkOverride::Fortress);
    for (const std::string_view fen : {MiddlegameFen, LateMiddlegame, WrongBishop}) {
        EXPECT_EQ(reason(EvaluatorKind::Classical, fen), NetworkOverride::None) << "the network is not in use";
    }
}

TEST(Explanation, TheRemarkIsASentence) {
    EXPECT_EQ(remark_of(explain_with(EvaluatorKind::Nnue, MiddlegameFen)), "");
    EXPECT_EQ(remark_of(explain_with(EvaluatorKind::Nnue, LateMiddlegame)),
              "Scaled down: 60 plies without a capture or pawn move.");
    EXPECT_TRUE(remark_of(explain_with(EvaluatorKind::Nnue, WrongBishop)).starts_with("Fortress: "));
    EXPECT_TRUE(
        remark_of(explain_with(EvaluatorKind::Nnue, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")).starts_with("Known ending ("));
}

TEST(Explanation, KnownEndingsAreNotLeftToTheNetwork) {
    EXPECT_EQ(explain_with(EvaluatorKind::Nnue, "8/8/8/8/4k3/8/8/N3K1N1 w - - 0 1").evaluation, 0);
}

TEST(Explanation, TheConclusionIsWhatAChessPlayerSays) {
    Explanation explanation = explain_with(EvaluatorKind::Nnue, MiddlegameFen);
    ASSERT_EQ(explanation.position.side_to_move(), Color::Black);
    EXPECT_EQ(explanation.chances, wdl_of(explanation.shown));
    const auto words = [&](int for_black) {
        explanation.shown = {for_black};
        explanation.chances = wdl_of(explanation.shown);
        const Conclusion conclusion = conclude(explanation);
        EXPECT_EQ(conclusion.white, -for_black);
        EXPECT_EQ(conclusion.chances, wdl_of(Centipawns{-for_black}));
        return std::string(conclusion.words);
    };
    EXPECT_EQ(words(0), "about equal");
    EXPECT_EQ(words(24), "about equal");
    EXPECT_EQ(words(25), "Black is slightly better");
    EXPECT_EQ(words(-69), "White is slightly better");
    EXPECT_EQ(words(-70), "White is clearly better");
    EXPECT_EQ(words(149), "Black is clearly better");
    EXPECT_EQ(words(150), "Black is winning");
    EXPECT_EQ(words(-4000), "White is winning");
}

TEST(Explanation, KnownDrawsAreCertain) {
    for (const std::string_view fen : {WrongBishop, std::string_view("8/8/4k3/8/8/3K4/8/8 b - - 0 1")}) {
        const Conclusion conclusion = conclude(explain_with(EvaluatorKind::Nnue, fen));
        EXPECT_EQ(conclusion.white, 0);
        EXPECT_EQ(conclusion.words, "a draw");
        EXPECT_EQ(conclusion.chances, CertainDraw);
    }
}

}  // namespace
}  // namespace skua
