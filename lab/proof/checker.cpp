#include "lab/proof/checker.h"

#include "lab/proof/checks.h"

namespace skua::lab::proof {

namespace {

bool is_from(StatementKind kind, StatementKind first, StatementKind last) { return kind >= first && kind <= last; }

Finding check_kind(const Case& c) {
    const StatementKind kind = c.statement.kind;
    switch (kind) {
        case StatementKind::Checkmate:
        case StatementKind::Mate:
        case StatementKind::BackRankMate:
        case StatementKind::SmotheredMate:
        case StatementKind::ThreatOfMate:
        case StatementKind::StopsMate: return check_mate(c);
        case StatementKind::Perpetual: return check_perpetual(c);
        case StatementKind::OnlyMove:
        case StatementKind::AlreadyLost:
        case StatementKind::StillWinning: return check_searched(c);
        case StatementKind::StrongReply:
        case StatementKind::TakingReply: return check_reply(c);
        case StatementKind::Threat:
        case StatementKind::StopsLoss:
        case StatementKind::Rescues:
        case StatementKind::GuardsAgainst:
        case StatementKind::Blocks:
        case StatementKind::TakesAttacker:
        case StatementKind::Sacrifice: return check_material(c);
        case StatementKind::Zugzwang: return check_zugzwang(c);
        case StatementKind::TradesIntoWin:
        case StatementKind::TradesIntoDraw: return check_trade(c);
        case StatementKind::TablebaseWin:
        case StatementKind::TablebaseDraw:
        case StatementKind::TablebaseLoss: return check_tablebase(c);
        default: break;
    }
    if (is_from(kind, StatementKind::WinsMaterial, StatementKind::Promotes)) { return check_material(c); }
    if (is_from(kind, StatementKind::AheadInMaterial, StatementKind::Development)) { return check_fact(c); }
    return check_rules(c);
}

// A threat behind a reply: the reply must be the strong one.
bool is_threat_behind_reply(const Statement& statement) {
    return statement.role == StatementRole::Allows &&
           (statement.kind == StatementKind::Threat || statement.kind == StatementKind::ThreatOfMate);
}

}  // namespace

Finding Checker::check(const Game& before, Move explained, const Statement& statement) {
    const Result<ReplayedLine> line = ReplayedLine::replay(before, explained, statement);
    if (!line) { return is_false(line.error()); }
    const Case c{before, explained, statement, *line, searches_};
    if (const Finding role = check_role(c); !role.is_confirmed()) { return role; }
    if (const Finding kind = check_kind(c); !kind.is_confirmed()) { return kind; }
    if (is_threat_behind_reply(statement)) {
        if (const Finding reply = check_reply(c); !reply.is_confirmed()) { return reply; }
    }
    return check_role_by_search(c);
}

}  // namespace skua::lab::proof
