#include "uci/format.h"

#include <algorithm>

#include "chess/uci_move.h"
#include "engine/wdl.h"

namespace skua {

std::string format_score(Score score) {
    if (!is_mate(score)) { return "cp " + std::to_string(score); }
    // Plies to moves: our own last move counts.
    const int moves = score > 0 ? (MateScore - score + 1) / 2 : -(MateScore + score) / 2;
    return "mate " + std::to_string(moves);
}

std::string format_info(const SearchInfo& info, Variant variant, bool show_wdl) {
    std::string text = "info depth " + std::to_string(info.depth) + " seldepth " +
                       std::to_string(info.seldepth) + " multipv " + std::to_string(info.multipv) + " score " +
                       format_score(info.score);
    if (info.bound == Bound::Lower) { text += " lowerbound"; }
    if (info.bound == Bound::Upper) { text += " upperbound"; }
    if (show_wdl) {
        const Wdl wdl = info.is_dead_draw ? Wdl{0, 1000, 0} : wdl_of(info.score);
        text += " wdl " + std::to_string(wdl.win) + ' ' + std::to_string(wdl.draw) + ' ' + std::to_string(wdl.loss);
    }
    const auto time = static_cast<std::uint64_t>(std::max<Milliseconds>(info.time, 1));
    text += " nodes " + std::to_string(info.nodes) + " nps " + std::to_string(info.nodes * 1000 / time) + " hashfull " +
            std::to_string(info.hashfull) + " tbhits " + std::to_string(info.tablebase_hits) + " time " +
            std::to_string(info.time);
    if (!info.pv.empty()) { text += " pv"; }
    for (const Move move : info.pv) { text += ' ' + to_uci(move, variant); }
    return text;
}

std::string format_current_move(const CurrentMove& current, Variant variant) {
    return "info depth " + std::to_string(current.depth) + " currmove " + to_uci(current.move, variant) +
           " currmovenumber " + std::to_string(current.number);
}

std::string format_best_move(const SearchResult& result, Variant variant) {
    if (result.best.is_none()) { return "bestmove (none)"; }
    std::string text = "bestmove " + to_uci(result.best, variant);
    if (!result.ponder.is_none()) { text += " ponder " + to_uci(result.ponder, variant); }
    return text;
}

std::string format_option(const Option& option) {
    std::string start = "option name " + option.name + " type ";
    switch (option.kind) {
        case Option::Kind::Check: return start + "check default " + option.initial;
        case Option::Kind::Spin:
            return start + "spin default " + option.initial + " min " + std::to_string(option.low) + " max " +
                   std::to_string(option.high);
        case Option::Kind::Button: return start + "button";
        case Option::Kind::Text:
            return start + "string default " + (option.initial.empty() ? "<empty>" : option.initial);
        case Option::Kind::Combo: {
            std::string text = start + "combo default " + option.initial;
            for (const std::string& choice : option.choices) { text += " var " + choice; }
            return text;
        }
    }
    return start;
}

}  // namespace skua
