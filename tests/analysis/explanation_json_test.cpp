#include "analysis/explanation_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analysis/support.h"
#include "chess/random_positions.h"
#include "eval/classical/total.h"
#include "eval/fifty_moves.h"
#include "eval/phase.h"

namespace skua {
namespace {

using Parsed = nlohmann::json;

Parsed json_of(const Explanation& explanation) { return Parsed::parse(to_json(explanation).text()); }
Parsed json_with(EvaluatorKind kind, std::string_view fen) { return json_of(explain_with(kind, fen)); }

TEST(ExplanationJson, HasWhatTheExplanationHas) {
    const Explanation explanation = explain_with(EvaluatorKind::Nnue, MiddlegameFen);
    const Parsed json = json_of(explanation);
    EXPECT_EQ(json["fen"], MiddlegameFen);
    EXPECT_EQ(json["evaluator"], "nnue");
    EXPECT_EQ(json["evaluation"], explanation.evaluation);
    EXPECT_EQ(json["shown"], explanation.shown.value);
    const Conclusion conclusion = conclude(explanation);
    EXPECT_EQ(json["final"]["white"], conclusion.white);
    EXPECT_EQ(json["final"]["words"], conclusion.words);
    EXPECT_EQ(json["final"]["white_wins"], conclusion.chances.win);
    EXPECT_EQ(json["final"]["draw"], conclusion.chances.draw);
    EXPECT_EQ(json["final"]["black_wins"], conclusion.chances.loss);
    EXPECT_EQ(json["classical"], explanation.classical_score);
    EXPECT_EQ(json["network"], explanation.network_score);
    EXPECT_EQ(json["classical_white"], explanation.classical.white);
    EXPECT_EQ(json["phase"], explanation.classical.phase);
    EXPECT_EQ(json["full_phase"], FullPhase);
    EXPECT_EQ(json["scale"], explanation.classical.scale);
    EXPECT_EQ(json["full_scale"], classical::FullScale);
    EXPECT_EQ(json["halfmove_clock"], 0);
    EXPECT_TRUE(json["remark"].is_null());
    EXPECT_TRUE(json["known_ending"].is_null());
    EXPECT_EQ(json["piece_values"].size(), explanation.piece_values.size());
    for (const PieceValue& each : explanation.piece_values) {
        EXPECT_EQ(json["piece_values"][to_string(each.square)], each.value);
    }
    ASSERT_EQ(json["families"].size(), explanation.classical.families.size());
    for (std::size_t i = 0; i < json["families"].size(); ++i) {
        const FamilyBreakdown& family = explanation.classical.families[i];
        const Parsed& shown = json["families"][i];
        EXPECT_EQ(shown["family"], to_string(family.family));
        EXPECT_EQ(shown["total"]["middlegame"], family.total.middlegame());
        EXPECT_EQ(shown["total"]["endgame"], family.total.endgame());
        EXPECT_EQ(shown["blended"], explanation.classical.blended(family.total));
        ASSERT_EQ(shown["terms"].size(), family.terms.size());
        for (std::size_t j = 0; j < family.terms.size(); ++j) {
            const TermBreakdown& term = family.terms[j];
            EXPECT_EQ(shown["terms"][j]["term"], term.name);
            EXPECT_EQ(shown["terms"][j]["phrase"], term.phrase);
            EXPECT_EQ(shown["terms"][j]["white"]["middlegame"], term.values[Color::White].middlegame());
            EXPECT_EQ(shown["terms"][j]["black"]["endgame"], term.values[Color::Black].endgame());
            EXPECT_EQ(shown["terms"][j]["counts"]["white"], term.counts[Color::White]);
            EXPECT_EQ(shown["terms"][j]["squares"]["white"].size(),
                      static_cast<std::size_t>(term.squares[Color::White].count()));
        }
    }
}

// A reader of the JSON alone can compute the evaluation from the families.
TEST(ExplanationJson, TheFamiliesAddUp) {
    int seen = 0;
    visit_random_positions(0x150, 100, [&](const Game& game) {
        const Parsed json = json_of(explain_with(EvaluatorKind::Classical, game.position()));
        if (!json["known_ending"].is_null()) { return; }
        int middlegame = 0;
        int endgame = 0;
        for (const Parsed& family : json["families"]) {
            middlegame += family["total"]["middlegame"].get<int>();
            endgame += family["total"]["endgame"].get<int>();
        }
        const int phase = json["phase"];
        const int full_phase = json["full_phase"];
        const int scale = json["scale"];
        const int full_scale = json["full_scale"];
        const int blended =
            (middlegame * phase * full_scale + endgame * (full_phase - phase) * scale) / (full_phase * full_scale);
        ASSERT_EQ(scale_by_fifty_moves(blended, json["halfmove_clock"]), json["classical_white"].get<int>());
        ++seen;
    });
    EXPECT_GT(seen, 50);
}

// A sentence about a term can name the pieces.
TEST(ExplanationJson, NamesTheSquaresOfATerm) {
    const Parsed json = json_with(EvaluatorKind::Classical, "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1");
    const Parsed& pawns = json["families"][0]["terms"][0];
    ASSERT_EQ(pawns["term"], "PawnMaterial");
    EXPECT_EQ(pawns["squares"]["white"], (Parsed{"a2", "b2", "c2"}));
    EXPECT_EQ(pawns["squares"]["black"], (Parsed{"a7", "b7"}));
}

TEST(ExplanationJson, NamesEndingsAndReasons) {
    const Parsed ending = json_with(EvaluatorKind::Nnue, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    EXPECT_EQ(ending["known_ending"], "lone king");
    EXPECT_TRUE(ending["remark"].get<std::string>().starts_with("Known ending (lone king)"));
    const Parsed fortress = json_with(EvaluatorKind::Nnue, WrongBishop);
    EXPECT_TRUE(fortress["remark"].get<std::string>().starts_with("Fortress: "));
    EXPECT_TRUE(json_with(EvaluatorKind::Classical, WrongBishop)["remark"].is_null());
}

}  // namespace
}  // namespace skua
