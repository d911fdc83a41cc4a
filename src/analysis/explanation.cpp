#include "analysis/explanation.h"

#include <algorithm>
#include <cstdlib>

#include "base/parse.h"
#include "eval/classical/classical.h"
#include "eval/endgame.h"
#include "eval/nnue/nnue.h"
#include "eval/phase.h"

namespace skua {

namespace {

using classical::Breakdown;
using classical::Family;
using classical::Role;

std::vector<TermBreakdown> terms_of(const Breakdown& breakdown, Family family) {
    std::vector<TermBreakdown> terms;
    for (const classical::BreakdownLine& line : lines_of(breakdown, family)) {
        const classical::TermInfo& info = classical::TermTable[line.term];
        terms.push_back({info.name, info.phrase, line.counts, line.squares, line.values});
    }
    return terms;
}

Pair danger_total(const Breakdown& breakdown) {
    return classical::danger_penalty(breakdown.sums.danger[Color::White]) -
           classical::danger_penalty(breakdown.sums.danger[Color::Black]);
}

FamilyBreakdown break_down(const Breakdown& breakdown, Family family) {
    FamilyBreakdown result;
    result.family = family;
    result.terms = terms_of(breakdown, family);
    if (role_of(family) == Role::Danger) {
        result.is_sum = false;
        result.total = danger_total(breakdown);
    } else if (role_of(family) == Role::Complexity) {
        result.is_sum = false;
        const int endgame = (breakdown.sums.linear + danger_total(breakdown)).endgame();
        result.total = {0, classical::complexity_adjustment(breakdown.sums.complexity, endgame)};
    } else {
        for (const TermBreakdown& term : result.terms) { result.total += term.total(); }
    }
    return result;
}

ClassicalBreakdown break_down(const Breakdown& breakdown) {
    ClassicalBreakdown result;
    for (const Family family : classical::AllFamilies) {
        // Scaling adds nothing: it is the factor `scale`.
        if (role_of(family) != Role::Scale) { result.families.push_back(break_down(breakdown, family)); }
    }
    result.phase = std::min(breakdown.phase, FullPhase);
    result.scale = breakdown.sums.scale;
    if (breakdown.ending) { result.known_ending = std::string(breakdown.ending->name); }
    result.white = breakdown.white;
    return result;
}

std::vector<PieceValue> piece_values_of(const Position& position, const nnue::Network& network) {
    std::vector<PieceValue> values;
    const Score whole = nnue::raw_evaluate(network, position);
    for (const Square square : position.pieces()) {
        const Piece piece = position.piece_on(square);
        if (type_of(piece) == PieceType::King) { continue; }
        const Score difference = whole - nnue::raw_evaluate_without(network, position, square);
        values.push_back({square, piece, relative_score(position.side_to_move(), difference)});
    }
    return values;
}

NetworkOverride network_override_of(const Explanation& explanation) {
    if (explanation.kind != EvaluatorKind::Nnue || explanation.evaluation == explanation.network_score) {
        return NetworkOverride::None;
    }
    if (explanation.classical.known_ending) { return NetworkOverride::KnownEnding; }
    const Color us = explanation.position.side_to_move();
    const Color ahead = explanation.network_score > 0 ? us : ~us;
    return is_fortress(explanation.position, ahead) ? NetworkOverride::Fortress : NetworkOverride::FiftyMoves;
}

}  // namespace

Score ClassicalBreakdown::blended(Pair value) const {
    return (value.middlegame() * phase * classical::FullScale + value.endgame() * (FullPhase - phase) * scale) /
           (FullPhase * classical::FullScale);
}

Explanation explain(const Position& position, EvaluatorKind kind, const nnue::Network& network) {
    Explanation result;
    result.position = position;
    result.kind = kind;
    result.classical = break_down(classical::break_down(position));
    result.piece_values = piece_values_of(position, network);
    result.classical_score = relative_score(position.side_to_move(), result.classical.white);
    result.network_score = nnue::raw_evaluate(network, position);
    result.evaluation = kind == EvaluatorKind::Nnue ? nnue::evaluate(network, position) : result.classical_score;
    result.shown = std::get<Centipawns>(to_shown(result.evaluation, kind));
    result.network_override = network_override_of(result);
    const bool is_known =
        result.classical.known_ending.has_value() || result.network_override == NetworkOverride::Fortress;
    result.chances = is_known && result.shown.value == 0 ? CertainDraw : wdl_of(result.shown);
    return result;
}

Conclusion conclude(const Explanation& explanation) {
    // Where the signs of chess literature change: = += +/- +-
    constexpr int SlightlyBetter = 25;
    constexpr int ClearlyBetter = 70;
    constexpr int Winning = 150;
    const bool is_white = explanation.position.side_to_move() == Color::White;
    const Wdl& chances = explanation.chances;
    Conclusion result;
    result.white = relative_score(explanation.position.side_to_move(), explanation.shown.value);
    result.chances = is_white ? chances : Wdl{chances.loss, chances.draw, chances.win};
    const int size = std::abs(result.white);
    const bool for_white = result.white > 0;
    if (chances == CertainDraw) {
        result.words = "a draw";
    } else if (size < SlightlyBetter) {
        result.words = "about equal";
    } else if (size < ClearlyBetter) {
        result.words = for_white ? "White is slightly better" : "Black is slightly better";
    } else if (size < Winning) {
        result.words = for_white ? "White is clearly better" : "Black is clearly better";
    } else {
        result.words = for_white ? "White is winning" : "Black is winning";
    }
    return result;
}

std::string remark_of(const Explanation& explanation) {
    switch (explanation.network_override) {
        case NetworkOverride::None: return "";
        case NetworkOverride::KnownEnding:
            return "Known ending (" + explanation.classical.known_ending.value_or("") +
                   "): its value is used instead of the network's.";
        case NetworkOverride::Fortress: return "Fortress: a draw, whatever the network says.";
        case NetworkOverride::FiftyMoves:
            return "Scaled down: " +
                   counted(static_cast<std::uint64_t>(explanation.position.halfmove_clock()), "ply", "plies") +
                   " without a capture or pawn move.";
    }
    return "";
}

}  // namespace skua
