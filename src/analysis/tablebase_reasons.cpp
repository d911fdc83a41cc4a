#include "analysis/tablebase_reasons.h"

#include <array>

#include "chess/movegen.h"
#include "chess/see.h"
#include "tablebase/ranking.h"

namespace skua {

namespace {

constexpr int CertainWorth = 15'000;

StatementKind kind_of(tablebase::Outcome outcome) {
    switch (outcome) {
        case tablebase::Outcome::Win: return StatementKind::TablebaseWin;
        case tablebase::Outcome::Loss: return StatementKind::TablebaseLoss;
        default: return StatementKind::TablebaseDraw;
    }
}

Reason reason_of(tablebase::Outcome outcome, Move move, StatementRole role) {
    Statement statement;
    statement.kind = kind_of(outcome);
    statement.role = role;
    statement.check = StatementCheck::Tablebase;
    statement.line = {move};
    return {statement, CertainWorth};
}

// The outcome of one move for the side that plays it. After a capture the tables may know what they did not before.
std::optional<tablebase::Outcome> outcome_of(const tablebase::Tables& tables, bool fifty_move_rule, const Game& before,
                                             Move move) {
    Position after = before.position();
    after.play(move);
    if (after.halfmove_clock() == 0 && has_legal_move(after)) {
        const std::optional<tablebase::Outcome> reply = tables.probe_wdl(after);
        return reply ? std::optional(-*reply) : std::nullopt;
    }
    const std::array<Move, 1> moves{move};
    const auto ranked = tablebase::rank_moves(tables, before, moves, fifty_move_rule);
    return ranked ? std::optional(ranked->moves[0].outcome) : std::nullopt;
}

// Would the opponent do better if it could pass after the move, whose outcome is this?
bool is_zugzwang(const tablebase::Tables& tables, const Game& before, Move move, tablebase::Outcome outcome) {
    Position position = before.position();
    position.play(move);
    if (position.in_check() || !has_legal_move(position)) { return false; }
    position.play_null();
    const std::optional<tablebase::Outcome> passed = tables.probe_wdl(position);
    if (!passed) { return false; }
    const bool wins = outcome == tablebase::Outcome::Win && *passed <= tablebase::Outcome::Draw;
    const bool draws = outcome == tablebase::Outcome::Draw && *passed == tablebase::Outcome::Loss;
    return wins || draws;
}

// Does the move take a piece of the same worth?
bool offers_trade(const Position& position, Move move) {
    if (!position.is_capture(move) || move.is_promotion()) { return false; }
    const PieceType taken = type_of(position.captured_piece(move));
    return taken != PieceType::Pawn && SeeValues[taken] == SeeValues[type_of(position.moved_piece(move))];
}

// Where the move offers a trade: a reply that takes back and leaves an ending with this outcome. Where all replies lead
// to the same, a search's line need not show it.
std::optional<Move> taking_back(const tablebase::Tables& tables, const Position& position, Move move,
                                tablebase::Outcome outcome) {
    if (!offers_trade(position, move)) { return std::nullopt; }
    Position after = position;
    after.play(move);
    for (const Move reply : legal_moves(after)) {
        if (reply.to() != move.to() || reply.is_promotion()) { continue; }
        Position ending = after;
        ending.play(reply);
        if (tables.probe_wdl(ending) == outcome) { return reply; }
    }
    return std::nullopt;
}

}  // namespace

Reasons find_tablebase_merits(const tablebase::Tables& tables, bool fifty_move_rule, const ExplainedMove& explained) {
    Reasons reasons;
    const auto outcome = outcome_of(tables, fifty_move_rule, explained.before, explained.move());
    if (!outcome) { return reasons; }
    if (is_zugzwang(tables, explained.before, explained.move(), *outcome)) {
        reasons.push_back(reason_of(*outcome, explained.move(), StatementRole::Does));
        reasons.back().statement.kind = StatementKind::Zugzwang;
    }
    const bool is_win = *outcome == tablebase::Outcome::Win;
    const bool saves = *outcome == tablebase::Outcome::Draw && explained.analysis.label == MoveLabel::Only;
    if (!is_win && !saves) { return reasons; }
    const Move move = explained.move();
    if (const auto reply = taking_back(tables, explained.position(), move, *outcome)) {
        reasons.push_back(reason_of(*outcome, move, StatementRole::Does));
        Statement& statement = reasons.back().statement;
        statement.kind = is_win ? StatementKind::TradesIntoWin : StatementKind::TradesIntoDraw;
        statement.men = {{explained.position().captured_piece(move), move.to()}};
        statement.line = {move, *reply};
    }
    return reasons;
}

Reasons find_tablebase_reasons(const tablebase::Tables& tables, bool fifty_move_rule, const ExplainedMove& explained) {
    Reasons reasons;
    const auto outcome = outcome_of(tables, fifty_move_rule, explained.before, explained.move());
    const auto better = outcome_of(tables, fifty_move_rule, explained.before, explained.best());
    if (!outcome || !better || kind_of(*outcome) == kind_of(*better)) { return reasons; }
    reasons.push_back(reason_of(*outcome, explained.move(), StatementRole::Does));
    if (*better > *outcome) {
        reasons.push_back(reason_of(*better, explained.best(), StatementRole::Better));
        if (is_zugzwang(tables, explained.before, explained.best(), *better)) {
            reasons.back().statement.kind = StatementKind::Zugzwang;
        }
    }
    return reasons;
}

}  // namespace skua
