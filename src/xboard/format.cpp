#include "xboard/format.h"

#include "chess/uci_move.h"

namespace skua {

namespace {

constexpr int CecpMate = 100000;

}  // namespace

std::string to_cecp(Move move, Variant variant) {
    if (!move.is_castling() || variant == Variant::Standard) { return to_uci(move); }
    return move.to() > move.from() ? "O-O" : "O-O-O";
}

int cecp_score(Score score) {
    if (!is_mate(score)) { return score; }
    // Plies to moves: our own last move counts.
    return score > 0 ? CecpMate + (MateScore - score + 1) / 2 : -CecpMate - (MateScore + score) / 2;
}

std::string thinking_line(const SearchInfo& info, Variant variant, Move expected) {
    std::string text = std::to_string(info.depth) + ' ' + std::to_string(cecp_score(info.score)) + ' ' +
                       std::to_string(info.time / 10) + ' ' + std::to_string(info.nodes);
    if (!expected.is_none()) { text += " (" + to_cecp(expected, variant) + ')'; }
    for (const Move move : info.pv) { text += ' ' + to_cecp(move, variant); }
    if (info.bound == Bound::Lower) { text += " !"; }
    if (info.bound == Bound::Upper) { text += " ?"; }
    return text;
}

std::string option_feature(const Option& option) {
    const std::string start = "feature option=\"" + option.name;
    switch (option.kind) {
        case Option::Kind::Check: return start + " -check " + (option.initial == "true" ? '1' : '0') + '"';
        case Option::Kind::Spin:
            return start + " -spin " + option.initial + ' ' + std::to_string(option.low) + ' ' +
                   std::to_string(option.high) + '"';
        case Option::Kind::Button: return start + " -button\"";
        case Option::Kind::Text: return start + " -string " + option.initial + '"';
        case Option::Kind::Combo: {
            // The default carries a star.
            std::string text = start + " -combo ";
            for (const std::string& choice : option.choices) {
                text += (&choice == option.choices.data() ? "" : " /// ") +
                        std::string(choice == option.initial ? "*" : "") + choice;
            }
            return text + '"';
        }
    }
    return start + '"';
}

std::string result_line(const Game& game) {
    switch (game.state()) {
        case GameState::Checkmate:
            return game.position().side_to_move() == Color::Black ? "1-0 {White mates}" : "0-1 {Black mates}";
        case GameState::Stalemate: return "1/2-1/2 {Stalemate}";
        case GameState::Repetition: return "1/2-1/2 {Draw by repetition}";
        case GameState::FiftyMoves: return "1/2-1/2 {Draw by fifty-move rule}";
        case GameState::InsufficientMaterial: return "1/2-1/2 {Draw by insufficient material}";
        case GameState::Ongoing: break;
    }
    return "* {Unfinished}";
}

}  // namespace skua
