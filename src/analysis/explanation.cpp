#include "analysis/explanation.h"

#include <cstdio>
#include <vector>

#include "chess/fen.h"
#include "engine/wdl.h"
#include "eval/classical/classical.h"
#include "eval/endgame.h"
#include "eval/nnue/nnue.h"
#include "eval/phase.h"

namespace skua {

namespace {

using classical::Analysis;
using classical::Family;
using classical::TermInfo;

// What a term gives each side. For the family Danger these are units of danger to the side's own king, not centipawns.
struct Row {
    const TermInfo* info;
    EnumArray<Color, Pair> values;

    [[nodiscard]] Pair total() const { return values[Color::White] - values[Color::Black]; }
};

std::vector<Row> rows_of(const Analysis& analysis, Family family) {
    std::vector<Row> rows;
    for (const TermInfo& info : classical::TermTable) {
        if (info.family != family) { continue; }
        Row row{&info, {}};
        bool occurs = false;
        for (std::size_t place = info.first; place < info.first + info.size; ++place) {
            for (const Color color : Colors) {
                const int count = analysis.trace.counts[place][color];
                row.values[color] += classical::DefaultWeights[place] * count;
                occurs = occurs || count != 0;
            }
        }
        if (occurs) { rows.push_back(row); }
    }
    return rows;
}

Pair danger_total(const Analysis& analysis) {
    return classical::danger_penalty(analysis.sums.danger[Color::White]) -
           classical::danger_penalty(analysis.sums.danger[Color::Black]);
}

// Families that are plain sums of centipawns.
bool is_sum(Family family) {
    return family != Family::Danger && family != Family::Complexity && family != Family::Scaling;
}

Pair family_total(const Analysis& analysis, Family family) {
    if (family == Family::Danger) { return danger_total(analysis); }
    if (family == Family::Complexity) {
        const int endgame = (analysis.sums.linear + danger_total(analysis)).endgame();
        return {0, classical::complexity_adjustment(analysis.sums.complexity, endgame)};
    }
    Pair total;
    if (is_sum(family)) {
        for (const Row& row : rows_of(analysis, family)) { total += row.total(); }
    }
    return total;
}

Score for_side_to_move(const Analysis& analysis, const Position& position) {
    return position.side_to_move() == Color::White ? analysis.white : -analysis.white;
}

std::string formatted(const char* format, auto... values) {
    std::string buffer(200, '\0');
    const int length = std::snprintf(buffer.data(), buffer.size(), format, values...);
    buffer.resize(static_cast<std::size_t>(length));
    return buffer;
}

std::string table_row(std::string_view name, Pair white, Pair black, Pair total) {
    return formatted("%-52.*s | %6d %6d | %6d %6d | %6d %6d\n", static_cast<int>(name.size()), name.data(),
                     white.middlegame(), white.endgame(), black.middlegame(), black.endgame(), total.middlegame(),
                     total.endgame());
}

std::string heading(std::string_view name, Pair total) {
    return formatted("%-52.*s |               |               | %6d %6d\n", static_cast<int>(name.size()), name.data(),
                     total.middlegame(), total.endgame());
}

constexpr std::array AllFamilies{Family::Material, Family::Placement, Family::Imbalance, Family::Pawns,
                                 Family::Passed,   Family::Pieces,    Family::King,      Family::Danger,
                                 Family::Threats,  Family::Space,     Family::Tempo,     Family::Complexity};

// {"middlegame": 1, "endgame": 2}
std::string json_of(Pair value) {
    return "{\"middlegame\": " + std::to_string(value.middlegame()) +
           ", \"endgame\": " + std::to_string(value.endgame()) + '}';
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') { result += '\\'; }
        result += letter;
    }
    return result + '"';
}

// What the network thinks each piece is worth here, in White's centipawns: the difference it makes to take it away.
EnumArray<Square, Score> piece_values(const Position& position, const nnue::Network& network) {
    EnumArray<Square, Score> values;
    values.fill(0);
    const Score whole = nnue::raw_evaluate(network, position);
    for (const Square square : position.pieces()) {
        if (type_of(position.piece_on(square)) == PieceType::King) { continue; }
        const Score difference = whole - nnue::raw_evaluate_without(network, position, square);
        values[square] = position.side_to_move() == Color::White ? difference : -difference;
    }
    return values;
}

// A board of them, in pawns.
std::string board_of(const Position& position, const EnumArray<Square, Score>& values) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        text += std::to_string(rank + 1) + ' ';
        for (int file = 0; file < 8; ++file) {
            const Square square = square_at(rank * 8 + file);
            const Piece piece = position.piece_on(square);
            if (piece == Piece::None) {
                text += "    .   ";
            } else if (type_of(piece) == PieceType::King) {
                text += formatted("    %c   ", to_char(piece));
            } else {
                text += formatted(" %c%+6.2f", to_char(piece), values[square] / 100.0);
            }
        }
        text += '\n';
    }
    return text + "      a       b       c       d       e       f       g       h\n";
}

std::string classical_text(const Position& position, const Analysis& analysis) {
    if (analysis.ending) {
        return "A known ending, " + std::string(analysis.ending->name) + ": the terms don't count.\n";
    }
    std::string text =
        formatted("%-52s | %13s | %13s | %13s\n", "Term (centipawns: middlegame, endgame)", "White", "Black", "Total");
    for (const Family family : AllFamilies) {
        std::string name(to_string(family));
        if (family == Family::Danger) { name = "Danger to the kings (below: units, squared)"; }
        if (family == Family::Complexity) { name = "Complexity (below: units)"; }
        text += heading(name, family_total(analysis, family));
        for (const Row& row : rows_of(analysis, family)) {
            text += table_row("  " + std::string(row.info->phrase), row.values[Color::White], row.values[Color::Black],
                              is_sum(family) ? row.total() : Pair());
        }
    }
    text += "Phase: " + std::to_string(std::min(analysis.phase, FullPhase)) + " of " + std::to_string(FullPhase) +
            " (all pieces: " + std::to_string(FullPhase) + ", endgame: 0)\n";
    text += "Scale of the endgame value: " + std::to_string(analysis.sums.scale) + " of " +
            std::to_string(classical::FullScale) + '\n';
    if (position.halfmove_clock() > 0) {
        text +=
            "Moves without progress: " + std::to_string(position.halfmove_clock()) + " of 100 plies, the score fades\n";
    }
    return text + "White's view: " + std::to_string(analysis.white) + " cp\n";
}

// What both evaluations say, for the side to move, and what counts.
struct Verdict {
    Verdict(const Position& position, EvaluatorKind kind, const nnue::Network& network)
        : analysis(classical::analyse(position)),
          terms(for_side_to_move(analysis, position)),
          net(nnue::raw_evaluate(network, position)),
          score(kind == EvaluatorKind::Nnue ? nnue::evaluate(network, position) : terms) {
        if (kind != EvaluatorKind::Nnue || score == net) { return; }
        const Color us = position.side_to_move();
        remark = analysis.ending                             ? "A known ending: its value counts, not the network's."
                 : is_fortress(position, net > 0 ? us : ~us) ? "A fortress: a draw, whatever the network says."
                                                             : "Without progress the network's word fades.";
    }

    Analysis analysis;
    Score terms;
    Score net;
    Score score;
    std::string remark;  // why the score is not the network's, if it should be
};

}  // namespace

std::string explain(const Position& position, EvaluatorKind kind, const nnue::Network& network) {
    const Verdict verdict(position, kind, network);
    const Score score = verdict.score;
    return classical_text(position, verdict.analysis) +
           "\nWhat each piece is worth here to the network, in pawns, from White's view:\n" +
           board_of(position, piece_values(position, network)) +
           "\nFor the side to move:\nClassical: " + std::to_string(verdict.terms) +
           " cp\nNetwork: " + std::to_string(verdict.net) + " cp\n" +
           (verdict.remark.empty() ? "" : verdict.remark + '\n') +
           "On the scale of a search, where 100 win half of the games: " + std::to_string(to_shown(score, kind)) +
           " cp\nEvaluation: " + std::to_string(score) + " cp";
}

std::string explain_as_json(const Position& position, EvaluatorKind kind, const nnue::Network& network) {
    const Verdict verdict(position, kind, network);
    const Analysis& analysis = verdict.analysis;
    const Score score = verdict.score;
    std::string pieces;
    const EnumArray<Square, Score> values = piece_values(position, network);
    for (const Square square : position.pieces()) {
        if (type_of(position.piece_on(square)) == PieceType::King) { continue; }
        pieces += (pieces.empty() ? "" : ", ") + quoted(to_string(square)) + ": " + std::to_string(values[square]);
    }
    std::string text =
        "{\"fen\": " + quoted(to_fen(position)) + ", \"evaluation\": " + std::to_string(score) +
        ", \"shown\": " + std::to_string(to_shown(score, kind)) + ", \"classical\": " + std::to_string(verdict.terms) +
        ", \"network\": " + std::to_string(verdict.net) +
        ", \"remark\": " + (verdict.remark.empty() ? "null" : quoted(verdict.remark)) + ", \"piece_values\": {" +
        pieces + '}' + ", \"classical_white\": " + std::to_string(analysis.white) +
        ", \"phase\": " + std::to_string(std::min(analysis.phase, FullPhase)) +
        ", \"full_phase\": " + std::to_string(FullPhase) + ", \"scale\": " + std::to_string(analysis.sums.scale) +
        ", \"full_scale\": " + std::to_string(classical::FullScale) +
        ", \"halfmove_clock\": " + std::to_string(position.halfmove_clock()) +
        ", \"known_ending\": " + (analysis.ending ? quoted(analysis.ending->name) : "null") + ", \"families\": [";
    bool first_family = true;
    for (const Family family : AllFamilies) {
        text += std::string(first_family ? "" : ", ") + "{\"family\": " + quoted(to_string(family)) +
                ", \"total\": " + json_of(family_total(analysis, family)) + ", \"terms\": [";
        first_family = false;
        bool first_term = true;
        for (const Row& row : rows_of(analysis, family)) {
            text += std::string(first_term ? "" : ", ") + "{\"term\": " + quoted(row.info->name) +
                    ", \"phrase\": " + quoted(row.info->phrase) + ", \"white\": " + json_of(row.values[Color::White]) +
                    ", \"black\": " + json_of(row.values[Color::Black]) + '}';
            first_term = false;
        }
        text += "]}";
    }
    return text + "]}";
}

}  // namespace skua
