#include "uci/format.h"

#include "chess/uci_move.h"

namespace skua {

namespace {

// What follows the type of the option.
std::string details(const CheckOption&) { return ""; }
std::string details(const SpinOption& spin) {
    return " min " + std::to_string(spin.low) + " max " + std::to_string(spin.high);
}
std::string details(const ButtonOption&) { return ""; }
std::string details(const TextOption&) { return ""; }
std::string details(const ComboOption& combo) {
    std::string text;
    for (const std::string& choice : combo.choices) { text += " var " + choice; }
    return text;
}

std::string_view type_name(const CheckOption&) { return "check"; }
std::string_view type_name(const SpinOption&) { return "spin"; }
std::string_view type_name(const ButtonOption&) { return "button"; }
std::string_view type_name(const TextOption&) { return "string"; }
std::string_view type_name(const ComboOption&) { return "combo"; }

}  // namespace

std::string format_score(const ShownScore& score) {
    if (const auto* const mate = std::get_if<MateIn>(&score)) {
        return "mate " + std::to_string(mate->wins ? mate->moves : -mate->moves);
    }
    const auto* const table = std::get_if<TablebaseWin>(&score);
    return "cp " + std::to_string(table != nullptr ? table->as_centipawns() : std::get<Centipawns>(score).value);
}

std::string format_info(const Report& report, Variant variant, bool show_wdl) {
    std::string text = "info depth " + std::to_string(report.depth) + " seldepth " + std::to_string(report.seldepth) +
                       " multipv " + std::to_string(report.multipv) + " score " + format_score(report.score);
    if (report.bound == Bound::Lower) { text += " lowerbound"; }
    if (report.bound == Bound::Upper) { text += " upperbound"; }
    if (show_wdl) {
        text += " wdl " + std::to_string(report.wdl.win) + ' ' + std::to_string(report.wdl.draw) + ' ' +
                std::to_string(report.wdl.loss);
    }
    text += " nodes " + std::to_string(report.nodes) + " nps " + std::to_string(report.nodes_per_second) +
            " hashfull " + std::to_string(report.hashfull) + " tbhits " + std::to_string(report.tablebase_hits) +
            " time " + std::to_string(report.time);
    if (!report.pv.empty()) { text += " pv"; }
    for (const Move move : report.pv) { text += ' ' + to_uci(move, variant); }
    return text;
}

std::string format_current_move(const CurrentMove& current, Variant variant) {
    return "info depth " + std::to_string(current.depth) + " currmove " + to_uci(current.move, variant) +
           " currmovenumber " + std::to_string(current.number);
}

std::string format_best_move(const BestMove& best, Variant variant) {
    if (best.move.is_none()) { return "bestmove (none)"; }
    std::string text = "bestmove " + to_uci(best.move, variant);
    if (!best.ponder.is_none()) { text += " ponder " + to_uci(best.ponder, variant); }
    return text;
}

std::string format_option(const Option& option) {
    std::string text = "option name " + option.name + " type ";
    text += std::visit([](const auto& kind) { return type_name(kind); }, option.kind);
    if (const std::string initial = option.initial(); !initial.empty()) { text += " default " + initial; }
    return text + std::visit([](const auto& kind) { return details(kind); }, option.kind);
}

}  // namespace skua
