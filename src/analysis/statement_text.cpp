#include "analysis/statement_text.h"

#include <algorithm>
#include <string_view>

#include "base/enum_array.h"
#include "chess/san.h"

namespace skua {

namespace {

constexpr std::size_t LongestLine = 9;  // plies

// Words for one kind. A phrase follows the name of a move: "Nd5 forks ...". Where a role has no words of its own, they
// are made from the phrase.
struct Words {
    std::string_view phrase;
    std::string_view allows = "allows {reply}, which {phrase}";
    std::string_view threatens = "threatens {reply}, which {phrase}";
    std::string_view leaves = "does not stop {reply}, which {phrase}";
};

// {move}: the move that does it; {reply}: the first move of a line that begins after the explained move; {n}: the
// number; {men}, {others}: lists; {first}, {second}: men of the list; {moves}: moves; {side}: who moved.
Words words_of(const Statement& statement) {
    switch (statement.kind) {
        case StatementKind::Checkmate: return {"is checkmate", "allows {reply}", "threatens {reply}"};
        case StatementKind::Stalemate: return {"is stalemate", "allows {reply}, which is stalemate"};
        case StatementKind::Repetition: return {"draws by repetition"};
        case StatementKind::FiftyMoves: return {"draws by the fifty-move rule"};
        case StatementKind::InsufficientMaterial: return {"leaves too little material to mate"};
        case StatementKind::ForcedMove: return {"is the only legal move"};
        case StatementKind::Mate:
            return {"mates in {n}", "allows mate in {n}", "threatens mate in {n}", "does not stop mate in {n}"};
        case StatementKind::OnlyMove: return {"is the only good move; next best is {moves}"};
        case StatementKind::AlreadyLost: return {"{side} was losing anyway"};
        case StatementKind::StillWinning: return {"{side} is still winning"};
        case StatementKind::LeavesBook: return {"leaves the opening book, which plays {moves}"};
        case StatementKind::Count: break;
    }
    return {};
}

std::string_view frame_of(const Statement& statement, const Words& words) {
    switch (statement.role) {
        case StatementRole::Does: return "{move} {phrase}";
        case StatementRole::Better: return "Better was {move}, which {phrase}";
        case StatementRole::Allows: return words.allows;
        case StatementRole::Threatens: return words.threatens;
        case StatementRole::Leaves: return words.leaves;
        case StatementRole::Remark:
        case StatementRole::Count: break;
    }
    return "{phrase}";
}

constexpr EnumArray<PieceType, std::string_view> PieceNames{"pawn", "knight", "bishop", "rook", "queen", "king"};

std::string name_of(const PlacedPiece& man) {
    return "the " + std::string(PieceNames[type_of(man.piece)]) + " on " + to_string(man.square);
}

// "a", "a and b", "a, b and c"
std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) { text += i + 1 == names.size() ? " and " : ", "; }
        text += names[i];
    }
    return text;
}

std::string names_of(const std::vector<PlacedPiece>& men) {
    std::vector<std::string> names;
    for (const PlacedPiece& man : men) { names.push_back(name_of(man)); }
    return listed(names);
}

std::string numbered(const Position& position, Move move, bool is_first) {
    const bool is_white = position.side_to_move() == Color::White;
    std::string text;
    if (is_white || is_first) { text = std::to_string(position.fullmove_number()) + (is_white ? "." : "..."); }
    return text + to_san(position, move);
}

// What the placeholders of a statement stand for.
class Filling {
public:
    Filling(const Statement& statement, const Position& before, Move explained)
        : statement_(statement), words_(words_of(statement)), before_(before), explained_(explained), start_(before) {
        if (statement.from == LineFrom::After) { start_.play(explained); }
    }

    [[nodiscard]] std::string sentence() const {
        std::string text;
        const StatementRole role = statement_.role;
        if (role == StatementRole::Allows || role == StatementRole::Threatens || role == StatementRole::Leaves) {
            text = to_san(before_, explained_) + ' ';
        }
        text += fill(frame_of(statement_, words_));
        if (text[0] >= 'a' && text[0] <= 'z' && role == StatementRole::Remark) {
            text[0] = static_cast<char>(text[0] - 'a' + 'A');
        }
        if (shows_line()) { text += " (" + line_text(start_, statement_.line, LongestLine) + ')'; }
        return text + '.';
    }

private:
    // A line of which every move stands in the sentence is not written again.
    [[nodiscard]] bool shows_line() const {
        const auto moves = static_cast<std::size_t>(
            std::count_if(statement_.line.begin(), statement_.line.end(), [](Move move) { return !move.is_none(); }));
        const bool names_first = statement_.role == StatementRole::Does || statement_.role == StatementRole::Better ||
                                 frame_of(statement_, words_).find("{reply}") != std::string_view::npos;
        return moves > (names_first ? 1U : 0U);
    }

    [[nodiscard]] std::string fill(std::string_view pattern) const {
        std::string text;
        while (true) {
            const std::size_t open = pattern.find('{');
            text += pattern.substr(0, open);
            if (open == std::string_view::npos) { return text; }
            const std::size_t close = pattern.find('}', open);
            text += value_of(pattern.substr(open + 1, close - open - 1));
            pattern.remove_prefix(close + 1);
        }
    }

    [[nodiscard]] std::string value_of(std::string_view name) const {
        if (name == "phrase") { return fill(words_.phrase); }
        if (name == "move") {
            return to_san(before_, statement_.role == StatementRole::Better ? statement_.line.at(0) : explained_);
        }
        if (name == "reply") { return first_move(); }
        if (name == "n") { return (statement_.is_exact ? "" : "at most ") + std::to_string(statement_.number); }
        if (name == "men") { return names_of(statement_.men); }
        if (name == "others") { return names_of(statement_.others); }
        if (name == "first") { return name_of(statement_.men.at(0)); }
        if (name == "second") { return name_of(statement_.men.at(1)); }
        if (name == "side") { return before_.side_to_move() == Color::White ? "White" : "Black"; }
        std::vector<std::string> moves;
        for (const Move move : statement_.moves) { moves.push_back(to_san(before_, move)); }
        return listed(moves);
    }

    // The first move of the line that is not a pass.
    [[nodiscard]] std::string first_move() const {
        Position position = start_;
        for (const Move move : statement_.line) {
            if (!move.is_none()) { return to_san(position, move); }
            position.play_null();
        }
        return "";
    }

    const Statement& statement_;
    Words words_;
    const Position& before_;
    Move explained_;
    Position start_;
};

}  // namespace

std::string line_text(const Position& start, const std::vector<Move>& line, std::size_t longest) {
    Position position = start;
    std::string text;
    for (std::size_t i = 0; i < std::min(line.size(), longest); ++i) {
        if (line[i].is_none()) {
            position.play_null();
            continue;
        }
        if (!text.empty()) { text += ' '; }
        text += numbered(position, line[i], text.empty());
        position.play(line[i]);
    }
    return text;
}

std::string to_text(const Statement& statement, const Position& before, Move explained) {
    return Filling(statement, before, explained).sentence();
}

std::string to_text(const std::vector<Statement>& statements, const Position& before, Move explained) {
    std::string text;
    for (const Statement& statement : statements) {
        text += (text.empty() ? "" : " ") + to_text(statement, before, explained);
    }
    return text;
}

}  // namespace skua
