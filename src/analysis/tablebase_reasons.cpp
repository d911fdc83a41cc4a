#include "analysis/tablebase_reasons.h"

#include <array>

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

}  // namespace

Reasons find_tablebase_reasons(const tablebase::Tables& tables, bool fifty_move_rule, const ExplainedMove& explained) {
    Reasons reasons;
    const std::array<Move, 1> played{explained.move()};
    const std::array<Move, 1> best{explained.best()};
    const auto after = tablebase::rank_moves(tables, explained.before, played, fifty_move_rule);
    const auto instead = tablebase::rank_moves(tables, explained.before, best, fifty_move_rule);
    if (!after || !instead) { return reasons; }
    const tablebase::Outcome outcome = after->moves[0].outcome;
    const tablebase::Outcome better = instead->moves[0].outcome;
    if (kind_of(outcome) == kind_of(better)) { return reasons; }
    reasons.push_back(reason_of(outcome, explained.move(), StatementRole::Does));
    if (better > outcome) { reasons.push_back(reason_of(better, explained.best(), StatementRole::Better)); }
    return reasons;
}

}  // namespace skua
