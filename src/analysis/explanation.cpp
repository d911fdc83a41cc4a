#include "analysis/explanation.h"

#include <algorithm>

#include "eval/classical/classical.h"
#include "eval/endgame.h"
#include "eval/nnue/nnue.h"
#include "eval/phase.h"

namespace skua {

namespace {

using classical::Analysis;
using classical::Family;
using classical::TermInfo;

std::vector<TermBreakdown> terms_of(const Analysis& analysis, Family family) {
    std::vector<TermBreakdown> terms;
    for (const TermInfo& info : classical::TermTable) {
        if (info.family != family) { continue; }
        TermBreakdown term{info.name, info.phrase, {}, {}};
        bool occurs = false;
        for (std::size_t place = info.first; place < info.first + info.size; ++place) {
            for (const Color color : Colors) {
                const int count = analysis.trace.counts[place][color];
                term.counts[color] += count;
                term.values[color] += classical::DefaultWeights[place] * count;
                occurs = occurs || count != 0;
            }
        }
        if (occurs) { terms.push_back(term); }
    }
    return terms;
}

Pair danger_total(const Analysis& analysis) {
    return classical::danger_penalty(analysis.sums.danger[Color::White]) -
           classical::danger_penalty(analysis.sums.danger[Color::Black]);
}

FamilyBreakdown break_down(const Analysis& analysis, Family family) {
    FamilyBreakdown result;
    result.family = family;
    result.terms = terms_of(analysis, family);
    if (family == Family::Danger) {
        result.is_sum = false;
        result.total = danger_total(analysis);
    } else if (family == Family::Complexity) {
        result.is_sum = false;
        const int endgame = (analysis.sums.linear + danger_total(analysis)).endgame();
        result.total = {0, classical::complexity_adjustment(analysis.sums.complexity, endgame)};
    } else {
        for (const TermBreakdown& term : result.terms) { result.total += term.total(); }
    }
    return result;
}

ClassicalBreakdown break_down(const Analysis& analysis) {
    ClassicalBreakdown result;
    for (int index = 0; index < static_cast<int>(Family::Count); ++index) {
        const auto family = static_cast<Family>(index);
        // Scaling adds nothing: it is the factor `scale`.
        if (family != Family::Scaling) { result.families.push_back(break_down(analysis, family)); }
    }
    result.phase = std::min(analysis.phase, FullPhase);
    result.scale = analysis.sums.scale;
    if (analysis.ending) { result.known_ending = std::string(analysis.ending->name); }
    result.white = analysis.white;
    return result;
}

std::vector<PieceValue> piece_values_of(const Position& position, const nnue::Network& network) {
    std::vector<PieceValue> values;
    const Score whole = nnue::raw_evaluate(network, position);
    for (const Square square : position.pieces()) {
        const Piece piece = position.piece_on(square);
        if (type_of(piece) == PieceType::King) { continue; }
        const Score difference = whole - nnue::raw_evaluate_without(network, position, square);
        values.push_back({square, piece, position.side_to_move() == Color::White ? difference : -difference});
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
    result.classical = break_down(classical::analyse(position));
    result.piece_values = piece_values_of(position, network);
    const Score white = result.classical.white;
    result.classical_score = position.side_to_move() == Color::White ? white : -white;
    result.network_score = nnue::raw_evaluate(network, position);
    result.evaluation = kind == EvaluatorKind::Nnue ? nnue::evaluate(network, position) : result.classical_score;
    result.shown = std::get<Centipawns>(to_shown(result.evaluation, kind));
    result.network_override = network_override_of(result);
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
            return "Scaled down: " + std::to_string(explanation.position.halfmove_clock()) +
                   " plies without a capture or pawn move.";
    }
    return "";
}

}  // namespace skua
