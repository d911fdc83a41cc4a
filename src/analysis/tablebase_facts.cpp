#include "analysis/tablebase_facts.h"

#include <algorithm>
#include <cstdlib>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/uci_move.h"

namespace skua {

namespace {

using tablebase::Outcome;
using tablebase::RankedMove;
using tablebase::Tables;

std::string why_unknown(const Tables& tables, const Position& position) {
    if (tables.largest() == 0) { return "there are no tablebases"; }
    if (position.castling_rooks().any()) { return "tablebases know no positions in which castling is possible"; }
    const int pieces = position.pieces().count();
    if (pieces > tables.largest()) {
        return "the position has " + std::to_string(pieces) + " pieces, and the largest tables are for " +
               std::to_string(tables.largest());
    }
    return "a table that this position needs is missing or can't be used";
}

std::string_view words_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::Win: return "win";
        case Outcome::CursedWin: return "win, but too late for the fifty-move rule";
        case Outcome::Draw: return "draw";
        case Outcome::BlessedLoss: return "loss, but too late for the fifty-move rule";
        case Outcome::Loss: break;
    }
    return "loss";
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

std::string dtz_of(const std::optional<int>& dtz) { return dtz ? std::to_string(*dtz) : "unknown"; }

Json dtz_or_null(const std::optional<int>& dtz) { return dtz ? Json(*dtz) : Json(); }

}  // namespace

Result<TablebaseFacts> look_up(const Tables& tables, const Game& game, bool fifty_move_rule) {
    TablebaseFacts facts;
    facts.position = game.position();
    const MoveList legal = legal_moves(facts.position);
    const std::vector<Move> moves(legal.begin(), legal.end());
    std::optional<tablebase::RankedMoves> ranked = tablebase::rank_moves(tables, game, moves, fifty_move_rule);
    if (!ranked) { return Error{why_unknown(tables, facts.position)}; }
    facts.moves = std::move(ranked->moves);
    if (facts.moves.empty()) {
        facts.outcome = facts.position.in_check() ? Outcome::Loss : Outcome::Draw;
        facts.dtz = facts.position.in_check() ? -1 : 0;
    } else {
        facts.outcome = facts.moves.front().outcome;
        facts.dtz = facts.moves.front().dtz;
    }
    return facts;
}

std::string to_text(const TablebaseFacts& facts) {
    const bool whites_turn = facts.position.side_to_move() == Color::White;
    std::string text = std::string(whites_turn ? "White" : "Black") +
                       " to move: " + std::string(words_of(facts.outcome)) + "\nDTZ " + dtz_of(facts.dtz) +
                       " (plies to the next capture or pawn move, negative when losing)\n\nMove      DTZ      Outcome";
    for (const RankedMove& each : facts.moves) {
        text += '\n' + padded(to_san(facts.position, each.move), 10) + padded(dtz_of(each.dtz), 9) +
                std::string(words_of(each.outcome));
    }
    if (facts.moves.empty()) { text += facts.position.in_check() ? "\n(checkmate)" : "\n(stalemate)"; }
    return text;
}

Json to_json(const TablebaseFacts& facts) {
    Json moves = Json::array();
    for (const RankedMove& each : facts.moves) {
        moves.add(Json::object({{"uci", to_uci(each.move, Variant::Standard)},
                                {"san", to_san(facts.position, each.move)},
                                {"wdl", static_cast<int>(each.outcome)},
                                {"dtz", dtz_or_null(each.dtz)}}));
    }
    return Json::object({{"fen", to_fen(facts.position)},
                         {"wdl", static_cast<int>(facts.outcome)},
                         {"dtz", dtz_or_null(facts.dtz)},
                         {"moves", std::move(moves)}});
}

}  // namespace skua
