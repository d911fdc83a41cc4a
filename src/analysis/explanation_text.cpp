#include "analysis/explanation_text.h"

#include <cstdlib>

#include "eval/classical/total.h"
#include "eval/phase.h"

namespace skua {

namespace {

constexpr std::size_t NameWidth = 52;
constexpr std::size_t NumberWidth = 6;

std::string padded_right(std::string_view text, std::size_t width) {
    std::string result(text);
    if (result.size() < width) { result.append(width - result.size(), ' '); }
    return result;
}

std::string padded_left(std::string_view text, std::size_t width) {
    return std::string(width > text.size() ? width - text.size() : 0, ' ').append(text);
}

std::string cell(int number) { return padded_left(std::to_string(number), NumberWidth); }
std::string cell(Pair value) { return cell(value.middlegame()) + ' ' + cell(value.endgame()); }

constexpr std::size_t PairWidth = 2 * NumberWidth + 1;

// +1.25
std::string in_pawns(Score centipawns) {
    const int size = std::abs(centipawns);
    const std::string cents = std::to_string(size % 100);
    std::string text(1, centipawns < 0 ? '-' : '+');
    text += std::to_string(size / 100);
    text += cents.size() < 2 ? ".0" : ".";
    return text + cents;
}

std::string row(std::string_view name, std::string_view white, std::string_view black, std::string_view total,
                std::string_view now) {
    return padded_right(name, NameWidth) + " | " + padded_left(white, PairWidth) + " | " +
           padded_left(black, PairWidth) + " | " + padded_left(total, PairWidth) + " | " +
           padded_left(now, NumberWidth) + '\n';
}

std::string heading(classical::Family family) {
    std::string name(to_string(family));
    if (family == classical::Family::Danger) { name += " to the kings (terms: units of danger)"; }
    if (family == classical::Family::Complexity) { name += " (terms: units of complexity)"; }
    return name;
}

std::string table(const ClassicalBreakdown& classical) {
    std::string text = row("Term (centipawns: middlegame, endgame; now: mixed)", "White", "Black", "Total", "Now");
    for (const FamilyBreakdown& family : classical.families) {
        text += row(heading(family.family), "", "", cell(family.total), cell(classical.blended(family.total)));
        for (const TermBreakdown& term : family.terms) {
            // A pawn far from the king, for example, counts nothing as a storm.
            if (term.values[Color::White] == Pair() && term.values[Color::Black] == Pair()) { continue; }
            text += row("  " + std::string(term.phrase), cell(term.values[Color::White]),
                        cell(term.values[Color::Black]), family.is_sum ? cell(term.total()) : "",
                        family.is_sum ? cell(classical.blended(term.total())) : "");
        }
    }
    return text;
}

std::string classical_text(const Explanation& explanation) {
    const ClassicalBreakdown& classical = explanation.classical;
    if (classical.known_ending) {
        return "Known ending: " + *classical.known_ending + ". The classical terms do not count.\n";
    }
    std::string text = table(classical);
    text += "Phase: " + std::to_string(classical.phase) + " of " + std::to_string(FullPhase) + " (" +
            std::to_string(FullPhase) + ": all pieces, 0: kings and pawns)\n";
    text += "Scale of the endgame value: " + std::to_string(classical.scale) + " of " +
            std::to_string(classical::FullScale) + " (less when a draw is likely)\n";
    if (const int clock = explanation.position.halfmove_clock(); clock > 0) {
        text += "Scaled down: " + std::to_string(clock) + " of 100 plies without a capture or pawn move\n";
    }
    return text + "Classical evaluation from White's view: " + std::to_string(classical.white) + " cp\n";
}

// A board with the value of each piece, in pawns.
std::string board(const Explanation& explanation) {
    constexpr std::size_t Width = 8;
    EnumArray<Square, std::string> cells;
    cells.fill(".   ");
    for (const Color color : Colors) {
        const Square king = explanation.position.king_square(color);
        cells[king] = std::string(1, to_char(explanation.position.piece_on(king))) + "   ";
    }
    for (const PieceValue& each : explanation.piece_values) {
        cells[each.square] = std::string(1, to_char(each.piece)) + padded_left(in_pawns(each.value), NumberWidth);
    }
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        text += std::to_string(rank + 1) + ' ';
        for (int file = 0; file < 8; ++file) { text += padded_left(cells[square_at(rank * 8 + file)], Width); }
        text += '\n';
    }
    return text + "      a       b       c       d       e       f       g       h\n";
}

// In whole percent that add up to 100.
std::string chances_text(const Wdl& chances) {
    const int win = (chances.win + 5) / 10;
    const int loss = (chances.loss + 5) / 10;
    return "White wins " + std::to_string(win) + " %, draws " + std::to_string(100 - win - loss) + " %, loses " +
           std::to_string(loss) + " % of such games";
}

}  // namespace

std::string to_text(const Explanation& explanation) {
    const bool white = explanation.position.side_to_move() == Color::White;
    const bool by_network = explanation.kind == EvaluatorKind::Nnue;
    const std::string remark = remark_of(explanation);
    const Conclusion conclusion = conclude(explanation);
    return classical_text(explanation) +
           "\nValue of each piece to the network, in pawns (+ is good for White, - for Black):\n" + board(explanation) +
           "\nSteps to the final evaluation, from the view of the side to move (" + (white ? "White" : "Black") +
           "):\n  classical evaluation: " + std::to_string(explanation.classical_score) +
           " cp\n  network: " + std::to_string(explanation.network_score) + " cp\n" +
           (remark.empty() ? "" : "  " + remark + '\n') +
           "  used by a search: " + std::to_string(explanation.evaluation) +
           " cp (option Evaluation: " + (by_network ? "nnue, the network" : "classical") +
           ")\n  shown by a search: " + std::to_string(explanation.shown.value) +
           " cp (the scale on which 100 cp win half of the games)" +
           "\nFinal evaluation: " + (conclusion.white == 0 ? "0.00" : in_pawns(conclusion.white)) +
           " in White's view: " + std::string(conclusion.words) + " (" + chances_text(conclusion.chances) + ')';
}

}  // namespace skua
