#include "analysis/explanation_json.h"

#include "chess/fen.h"
#include "eval/classical/total.h"
#include "eval/phase.h"

namespace skua {

namespace {

Json to_json(Pair value) { return Json::object({{"middlegame", value.middlegame()}, {"endgame", value.endgame()}}); }

Json to_json(Bitboard squares) {
    Json names = Json::array();
    for (const Square square : squares) { names.add(to_string(square)); }
    return names;
}

Json to_json(const FamilyBreakdown& family, const ClassicalBreakdown& classical) {
    Json terms = Json::array();
    for (const TermBreakdown& term : family.terms) {
        Json counts = Json::object({{"white", term.counts[Color::White]}, {"black", term.counts[Color::Black]}});
        Json squares = Json::object(
            {{"white", to_json(term.squares[Color::White])}, {"black", to_json(term.squares[Color::Black])}});
        terms.add(Json::object({{"term", term.name},
                                {"phrase", term.phrase},
                                {"white", to_json(term.values[Color::White])},
                                {"black", to_json(term.values[Color::Black])},
                                {"counts", std::move(counts)},
                                {"squares", std::move(squares)}}));
    }
    return Json::object({{"family", to_string(family.family)},
                         {"total", to_json(family.total)},
                         {"blended", classical.blended(family.total)},
                         {"terms", std::move(terms)}});
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

}  // namespace

Json to_json(const Explanation& explanation) {
    const ClassicalBreakdown& classical = explanation.classical;
    Json pieces = Json::object();
    for (const PieceValue& each : explanation.piece_values) { pieces.add(to_string(each.square), each.value); }
    Json families = Json::array();
    for (const FamilyBreakdown& family : classical.families) { families.add(to_json(family, classical)); }
    const Conclusion conclusion = conclude(explanation);
    Json final_evaluation = Json::object({{"white", conclusion.white},
                                          {"words", conclusion.words},
                                          {"white_wins", conclusion.chances.win},
                                          {"draw", conclusion.chances.draw},
                                          {"black_wins", conclusion.chances.loss}});
    return Json::object({{"fen", to_fen(explanation.position)},
                         {"evaluator", name_of(explanation.kind)},
                         {"evaluation", explanation.evaluation},
                         {"shown", explanation.shown.value},
                         {"final", std::move(final_evaluation)},
                         {"classical", explanation.classical_score},
                         {"network", explanation.network_score},
                         {"remark", text_or_null(remark_of(explanation))},
                         {"piece_values", std::move(pieces)},
                         {"classical_white", classical.white},
                         {"phase", classical.phase},
                         {"full_phase", FullPhase},
                         {"scale", classical.scale},
                         {"full_scale", classical::FullScale},
                         {"halfmove_clock", explanation.position.halfmove_clock()},
                         {"known_ending", text_or_null(classical.known_ending.value_or(""))},
                         {"families", std::move(families)}});
}

}  // namespace skua
