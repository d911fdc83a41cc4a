#include "analysis/statement_text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <tuple>

#include "base/enum_array.h"
#include "chess/san.h"

namespace skua {

namespace {

constexpr std::size_t LongestLine = 18;  // plies

// Words for one kind. A phrase follows the name of a move: "Nd5 forks ...". Where a role has no words of its own, they
// are made from the phrase.
struct Words {
    std::string_view phrase;
    std::string_view allows = "allows {reply}, which {phrase}";
    std::string_view threatens = "threatens {reply}, which {phrase}";
    std::string_view leaves = "does not stop {reply}, which {phrase}";
};

// {move}: the move that the sentence is about; {reply}: the first move of the line; {deed}: the move of the line that
// does it; Black's with dots; {n}: the number; {attackers}, {guards}: how often a man is attacked and guarded; {men},
// {others}: lists; {prize}: what is won; {moves}: further moves; {side}: who moved; {opponent}: the other side.
struct Entry {
    StatementKind kind;
    Words words;
};
constexpr Entry Table[] = {
    {StatementKind::Checkmate, {"is checkmate", "allows {reply}", "threatens {reply}", "does not stop {reply}"}},
    {StatementKind::Stalemate, {"is stalemate"}},
    {StatementKind::Repetition, {"draws by repetition"}},
    {StatementKind::FiftyMoves, {"draws by the fifty-move rule"}},
    {StatementKind::InsufficientMaterial, {"leaves too little material to mate"}},
    {StatementKind::ForcedMove, {"is the only legal move"}},
    {StatementKind::Mate, {"mates in {n}", "allows mate in {n}", "threatens mate in {n}", "does not stop mate in {n}"}},
    {StatementKind::OnlyMove, {"is the only good move; next best is {moves}"}},
    {StatementKind::AlreadyLost, {"{side} was losing anyway"}},
    {StatementKind::StillWinning, {"{side} is still winning"}},
    {StatementKind::LeavesBook, {"leaves the opening book, which plays {moves}"}},
    {StatementKind::BackRankMate,
     {"mates in {n} on the back rank", "allows mate in {n} on the back rank", "threatens mate in {n} on the back rank",
      "does not stop mate in {n} on the back rank"}},
    {StatementKind::SmotheredMate,
     {"leads to a smothered mate in {n}", "allows a smothered mate in {n}", "threatens a smothered mate in {n}",
      "does not stop a smothered mate in {n}"}},
    {StatementKind::WinsMaterial, {"wins {prize}"}},
    {StatementKind::Recapture, {"recaptures on {squares}"}},
    {StatementKind::FreeMan,
     {"takes {men}, which nothing guards", "loses {men}, which nothing guards",
      "threatens {reply}, and nothing guards {men}", "leaves {men} hanging"}},
    {StatementKind::PinnedGuard, {"takes {men}, since {others} is pinned"}},
    {StatementKind::Outnumbered,
     {"takes {men}, which is attacked {attackers} and guarded {guards}",
      "loses {men}, which is attacked {attackers} and guarded {guards}",
      "threatens {reply}, as {men} is attacked {attackers} and guarded {guards}",
      "leaves {men} attacked {attackers} and guarded {guards}"}},
    {StatementKind::Fork, {"forks {men}"}},
    {StatementKind::DiscoveredAttack, {"discovers an attack of {others} on {men}"}},
    {StatementKind::DiscoveredCheck, {"gives a discovered check by {men}"}},
    {StatementKind::DoubleCheck, {"gives double check"}},
    {StatementKind::PinToKing, {"pins {men} to the king"}},
    {StatementKind::PinToPiece, {"pins {men} to {others}"}},
    {StatementKind::Skewer, {"skewers {men} and {others} behind it"}},
    {StatementKind::RemovesGuard, {"removes the only guard of {men} by taking {others}"}},
    {StatementKind::Deflection, {"lures {others} away from guarding {men}"}},
    {StatementKind::Overload, {"overloads {others}, which guards {men}"}},
    {StatementKind::Trap, {"traps {men}"}},
    {StatementKind::Promotes,
     {"promotes {men} by force", "allows {men} to promote by force", "threatens to promote {men}",
      "does not stop {men}, which promotes by force"}},
    {StatementKind::AheadInMaterial, {"{owner} wins {prize}"}},
    {StatementKind::PassedPawn, {"{owner} {has} a passed pawn on {squares}"}},
    {StatementKind::DoubledPawns, {"{owner} has doubled pawns on the {file}-file"}},
    {StatementKind::IsolatedPawn, {"{owner}'s pawn on {squares} is isolated"}},
    {StatementKind::BishopPair, {"{owner} {has} the bishop pair"}},
    {StatementKind::Outpost, {"{owner} has an outpost for {men}"}},
    {StatementKind::OpenFile, {"{owner}'s rook stands on the open {file}-file"}},
    {StatementKind::SeventhRank, {"{owner}'s rook reaches {squares}"}},
    {StatementKind::KingOnOpenFile, {"{owner}'s king stands on the open {file}-file"}},
    {StatementKind::CannotCastle, {"{owner}'s king is kept on {squares} and cannot castle"}},
    {StatementKind::Development, {"{owner} is ahead in development by {n} pieces"}},
    {StatementKind::Threat, {"threatens {deed}, winning {prize}"}},
    {StatementKind::ThreatOfMate, {"threatens mate in {n} by {deed}"}},
    {StatementKind::StopsMate, {"stops mate in {n} by {reply}"}},
    {StatementKind::StopsLoss, {"stops {reply}, which would win {prize}"}},
    {StatementKind::Rescues, {"saves {men} from {reply}"}},
    {StatementKind::GuardsAgainst, {"guards {men} against {reply}"}},
    {StatementKind::Blocks, {"stops {reply} by blocking the line of {others}"}},
    {StatementKind::TakesAttacker, {"takes {men}, which threatened {reply}"}},
    {StatementKind::StrongReply, {"attacks {men}"}},
    {StatementKind::TakingReply, {"takes {men}"}},
    {StatementKind::Sacrifice, {"sacrifices {prize}"}},
    {StatementKind::Perpetual, {"gives perpetual check", "allows perpetual check"}},
    {StatementKind::Zugzwang, {"puts {opponent} in zugzwang"}},
    {StatementKind::TradesIntoWin, {"trades into a won ending"}},
    {StatementKind::TradesIntoDraw, {"trades into a drawn ending"}},
    {StatementKind::TablebaseWin, {"wins by the tablebases"}},
    {StatementKind::TablebaseDraw, {"draws by the tablebases"}},
    {StatementKind::TablebaseLoss, {"loses by the tablebases"}},
};

Words words_of(StatementKind kind) {
    const auto* const found =
        std::find_if(std::begin(Table), std::end(Table), [kind](const Entry& entry) { return entry.kind == kind; });
    return found == std::end(Table) ? Words() : found->words;
}

bool is_fact(StatementKind kind) {
    return kind >= StatementKind::AheadInMaterial && kind <= StatementKind::Development;
}

bool is_reply(StatementKind kind) {
    return kind == StatementKind::StrongReply || kind == StatementKind::TakingReply || kind == StatementKind::Threat ||
           kind == StatementKind::ThreatOfMate;
}

// Kinds that say how material is won; what is won is added to their phrase.
bool is_motif(StatementKind kind) { return kind >= StatementKind::PinnedGuard && kind <= StatementKind::Trap; }

std::string_view frame_of(const Statement& statement, const Words& words) {
    switch (statement.role) {
        case StatementRole::Does: return "{move} {phrase}";
        case StatementRole::Better:
            return is_fact(statement.kind) ? "Better was {move}, after which {phrase}"
                                           : "Better was {move}, which {phrase}";
        case StatementRole::LeadsTo: return "After {move} {phrase}";
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

// "a rook and two pawns"
std::string counted_men(const std::vector<PlacedPiece>& men) {
    static constexpr std::array<std::string_view, 4> Numbers{"", "a ", "two ", "three "};
    std::vector<std::string> names;
    for (const PieceType type :
         {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn}) {
        const auto count = static_cast<std::size_t>(std::count_if(
            men.begin(), men.end(), [type](const PlacedPiece& man) { return type_of(man.piece) == type; }));
        if (count == 0) { continue; }
        names.push_back((count < Numbers.size() ? std::string(Numbers[count]) : std::to_string(count) + ' ') +
                        std::string(PieceNames[type]) + (count > 1 ? "s" : ""));
    }
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
        : statement_(statement),
          words_(words_of(statement.kind)),
          before_(before),
          explained_(explained),
          start_(before) {
        if (statement.from == LineFrom::After) { start_.play(explained); }
        if (wins_directly()) {
            words_.allows = "loses {prize}";
            if (statement.is_exact && statement.given.empty()) { words_.leaves = "leaves {prize} hanging"; }
        }
        // More falls than the man that is taken first, or less.
        if (statement.kind == StatementKind::Outnumbered && !says_all()) { words_ = Words{words_.phrase}; }
        if (!statement.names_prize()) { leave_out_prize(); }
        if (is_reply(statement.kind) && !statement.moves.empty()) { prevention_ = "; {moves} would have prevented it"; }
    }

    [[nodiscard]] std::string sentence() const {
        const StatementRole role = statement_.role;
        std::string text;
        if (role == StatementRole::Allows || role == StatementRole::Threatens || role == StatementRole::Leaves) {
            text = subject() + ' ';
        }
        text += fill(frame_of(statement_, words_));
        text += fill(prevention_);
        if (shows_line()) { text += " (" + line_text(start_, statement_.line, LongestLine) + ')'; }
        return text + '.';
    }

private:
    // If the opponent passes, everything falls: a threat is named without its sum.
    void leave_out_prize() {
        if (statement_.kind == StatementKind::Threat) { words_.phrase = "threatens {deed}"; }
        if (statement_.kind == StatementKind::StopsLoss) { words_.phrase = "stops {reply}"; }
        if (statement_.kind == StatementKind::WinsMaterial || statement_.deed > 0) {
            words_.threatens = "threatens {reply}";
        }
    }

    // The explained move, or the side that threatens something without one.
    [[nodiscard]] std::string subject() const {
        if (!explained_.is_none()) { return to_san(before_, explained_); }
        return std::string(before_.side_to_move() == Color::White ? "Black" : "White");
    }

    [[nodiscard]] Move subject_move() const {
        if (statement_.role != StatementRole::Better) { return explained_; }
        return statement_.line.at(0).is_none() ? statement_.moves.at(0) : statement_.line[0];
    }

    // Does the first move take what is won?
    [[nodiscard]] bool wins_directly() const {
        return statement_.kind == StatementKind::WinsMaterial && statement_.won.size() == 1 &&
               !statement_.line.empty() && !statement_.line[0].is_none() &&
               statement_.line[0].to() == statement_.won[0].square;
    }

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
        if (name == "phrase") { return phrase(); }
        if (name == "move") { return to_san(before_, subject_move()); }
        if (name == "reply") { return move_of_line(0); }
        if (name == "deed") { return move_of_line(statement_.deed); }
        if (name == "prize") { return prize(); }
        if (name == "n") { return (statement_.is_exact ? "" : "at most ") + std::to_string(statement_.number); }
        if (name == "men") { return names_of(statement_.men); }
        if (name == "others") { return names_of(statement_.others); }
        if (name == "owner") { return statement_.owner == Color::White ? "White" : "Black"; }
        if (name == "has") { return statement_.number > 0 ? "keeps" : "has"; }
        if (name == "squares") { return to_string(statement_.men.at(0).square); }
        if (name == "file") { return std::string(1, to_char(file_of(statement_.men.at(0).square))); }
        if (name == "attackers" || name == "guards") { return times(name == "attackers"); }
        if (name == "opponent") { return before_.side_to_move() == Color::White ? "Black" : "White"; }
        if (name == "side") { return before_.side_to_move() == Color::White ? "White" : "Black"; }
        std::vector<std::string> moves;
        for (const Move move : statement_.moves) { moves.push_back(to_san(before_, move)); }
        return listed(moves);
    }

    [[nodiscard]] std::string phrase() const {
        const std::string deed = fill(words_.phrase);
        if (!is_motif(statement_.kind)) { return deed; }
        if (statement_.deed > 0) {
            return "wins " + prize() + ", in the main line by " + fill("{deed}, which ") + deed;
        }
        if (says_all()) { return deed; }
        return deed + (deed.find(',') == std::string::npos ? " and wins " : ", and wins ") + prize();
    }

    // Is the man that the statement is about all that is won?
    [[nodiscard]] bool says_all() const {
        return statement_.men.size() == 1 && statement_.won == statement_.men && statement_.given.empty() &&
               statement_.is_exact;
    }

    // How often the man is attacked or guarded: "twice", "only once".
    [[nodiscard]] std::string times(bool is_attack) const {
        static constexpr std::array<std::string_view, 4> Times{"", "once", "twice", "three times"};
        const Color owner = color_of(statement_.men.at(0).piece);
        const auto count = static_cast<std::size_t>(
            std::count_if(statement_.others.begin(), statement_.others.end(),
                          [&](const PlacedPiece& man) { return (color_of(man.piece) != owner) == is_attack; }));
        return (is_attack ? "" : "only ") +
               (count < Times.size() ? std::string(Times[count]) : std::to_string(count) + " times");
    }

    // "the knight on f6", "the exchange", "the queen on d5 for a rook"; where other men may fall than those of the
    // line: "material, here the knight on f6".
    [[nodiscard]] std::string prize() const {
        if (statement_.won.empty()) { return statement_.number == 1 ? "a pawn" : "material"; }
        return (statement_.is_exact ? "" : "material, here ") + named_prize();
    }

    [[nodiscard]] std::string named_prize() const {
        const auto& [won, given] = std::tie(statement_.won, statement_.given);
        const auto is_minor = [](const PlacedPiece& man) {
            return type_of(man.piece) == PieceType::Knight || type_of(man.piece) == PieceType::Bishop;
        };
        if (won.size() == 1 && given.size() == 1 && type_of(won[0].piece) == PieceType::Rook && is_minor(given[0])) {
            return "the exchange";
        }
        // Sentences about one man, of which "it" can only mean that one.
        const bool is_about_one_man = statement_.is_exact && (statement_.kind == StatementKind::Outnumbered ||
                                                              statement_.kind == StatementKind::Trap);
        std::vector<std::string> names;
        for (const PlacedPiece& man : won) {
            const bool was_named = statement_.deed == 0 && is_named_alone(man);
            if (was_named && is_about_one_man) {
                names.insert(names.begin(), "it");
            } else {
                names.push_back(was_named ? "the " + std::string(PieceNames[type_of(man.piece)]) : name_of(man));
            }
        }
        std::string text = listed(names);
        return given.empty() ? text : text + " for " + counted_men(given);
    }

    // Was the man named, and no other one of its kind?
    [[nodiscard]] bool is_named_alone(const PlacedPiece& man) const {
        const auto is_like_it = [&](const PlacedPiece& other) { return other.piece == man.piece; };
        return std::find(statement_.men.begin(), statement_.men.end(), man) != statement_.men.end() &&
               std::count_if(statement_.men.begin(), statement_.men.end(), is_like_it) == 1;
    }

    // A move of the line, passes not counted.
    [[nodiscard]] std::string move_of_line(std::size_t index) const {
        Position position = start_;
        for (const Move move : statement_.line) {
            if (move.is_none()) {
                position.play_null();
                continue;
            }
            if (index == 0) { return (position.side_to_move() == Color::Black ? "..." : "") + to_san(position, move); }
            --index;
            position.play(move);
        }
        return "";
    }

    const Statement& statement_;
    Words words_;
    std::string_view prevention_;
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
        const bool after_pass = i > 0 && line[i - 1].is_none();
        const bool is_first = text.empty();
        if (!is_first) { text += ' '; }
        text += numbered(position, line[i], is_first || after_pass);
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
