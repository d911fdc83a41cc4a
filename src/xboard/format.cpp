#include "xboard/format.h"

#include "chess/uci_move.h"

namespace skua {

namespace {

constexpr int CecpMate = 100000;

std::string type_and_default(const CheckOption& check) { return check.initial ? " -check 1" : " -check 0"; }
std::string type_and_default(const SpinOption& spin) {
    return " -spin " + std::to_string(spin.initial) + ' ' + std::to_string(spin.low) + ' ' + std::to_string(spin.high);
}
std::string type_and_default(const ButtonOption&) { return " -button"; }
std::string type_and_default(const TextOption& text) { return " -string " + text.initial; }
std::string type_and_default(const ComboOption& combo) {
    std::string text;
    for (const std::string& choice : combo.choices) {
        text += (text.empty() ? "" : " /// ") + std::string(choice == combo.initial ? "*" : "") + choice;
    }
    return " -combo " + text;
}

}  // namespace

std::string to_cecp(Move move, Variant variant) {
    if (!move.is_castling() || variant == Variant::Standard) { return to_uci(move); }
    return move.to() > move.from() ? "O-O" : "O-O-O";
}

int cecp_score(const ShownScore& score) {
    if (const auto* const mate = std::get_if<MateIn>(&score)) {
        return mate->wins ? CecpMate + mate->moves : -CecpMate - mate->moves;
    }
    if (const auto* const table = std::get_if<TablebaseWin>(&score)) { return table->as_centipawns(); }
    return std::get<Centipawns>(score).value;
}

std::string thinking_line(const Report& report, Variant variant, Move expected) {
    std::string text = std::to_string(report.depth) + ' ' + std::to_string(cecp_score(report.score)) + ' ' +
                       std::to_string(report.time / 10) + ' ' + std::to_string(report.nodes);
    if (!expected.is_none()) { text += " (" + to_cecp(expected, variant) + ')'; }
    for (const Move move : report.pv) { text += ' ' + to_cecp(move, variant); }
    if (report.bound == Bound::Lower) { text += " !"; }
    if (report.bound == Bound::Upper) { text += " ?"; }
    return text;
}

std::string option_feature(const Option& option) {
    return "feature option=\"" + option.name +
           std::visit([](const auto& kind) { return type_and_default(kind); }, option.kind) + '"';
}

std::string result_line(const Game& game) {
    const GameResult result = game.result();
    const auto reason = [&]() -> std::string_view {
        switch (game.state()) {
            case GameState::Checkmate: return result == GameResult::WhiteWins ? "White mates" : "Black mates";
            case GameState::Stalemate: return "Stalemate";
            case GameState::Repetition: return "Draw by repetition";
            case GameState::FiftyMoves: return "Draw by fifty-move rule";
            case GameState::InsufficientMaterial: return "Draw by insufficient material";
            case GameState::Ongoing: break;
        }
        return "Unfinished";
    };
    return std::string(to_string(result)) + " {" + std::string(reason()) + '}';
}

}  // namespace skua
