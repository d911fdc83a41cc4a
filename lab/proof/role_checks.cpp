#include <algorithm>
#include <cmath>
#include <string>

#include "analysis/move_quality.h"
#include "lab/proof/checks.h"

namespace skua::lab::proof {

namespace {

// A better move must still be better by half of what an inaccuracy loses.
constexpr ExpectedPoints LeastAdvantage = InaccuracyLoss / 2;
constexpr int PawnWorth = 100;

bool is_mate_kind(StatementKind kind) {
    return kind == StatementKind::Mate || kind == StatementKind::Checkmate || kind == StatementKind::BackRankMate ||
           kind == StatementKind::SmotheredMate;
}

bool begins_with_pass(const Statement& statement) { return !statement.line.empty() && statement.line[0].is_none(); }

Finding check_beginning(const Case& c) {
    const Statement& statement = c.statement;
    const bool is_before = statement.from == LineFrom::Before;
    switch (statement.role) {
        case StatementRole::Does:
            if (!is_before || statement.line.empty()) { return is_false("the line does not begin before the move"); }
            return expect(begins_with_pass(statement) || statement.line[0] == c.explained,
                          "the line does not begin with the move that is explained");
        case StatementRole::Better:
            if (!is_before || c.subject().is_none()) { return is_false("no better move is named"); }
            return expect(c.subject() != c.explained, "the better move is the one that is explained");
        case StatementRole::Allows:
        case StatementRole::Leaves:
            return expect(!is_before && !statement.line.empty() && !begins_with_pass(statement),
                          "the line does not begin with a reply to the move");
        case StatementRole::Threatens:
            return expect(begins_with_pass(statement) && is_before == c.explained.is_none(),
                          "the line of the threat does not begin with a pass after the move");
        case StatementRole::LeadsTo: return expect(!is_before, "the line does not begin after the move");
        case StatementRole::Remark:
        case StatementRole::Count: break;
    }
    return confirmed();
}

// Did the opponent threaten it before the move?
Finding check_old_threat(const Case& c) {
    if (c.position().in_check()) { return is_false("in check nothing could be threatened before the move"); }
    Game passed = c.before;
    passed.play_null();
    const Move move = c.statement.line.at(0);
    if (!is_possible(passed.position(), move)) { return is_false("the reply was not possible before the move"); }
    if (!is_mate_kind(c.statement.kind)) {
        return expect_searched(
            c.searches.material(passed, move, c.statement.nodes).wins(PawnWorth * c.statement.number),
            "before the move this was no threat");
    }
    switch (c.searches.solver().mates(passed.position(), std::max(1, c.statement.number), move)) {
        case Answer::Yes: return confirmed();
        case Answer::No: return is_false("before the move this mate was no threat");
        case Answer::Unknown: break;
    }
    return not_checked("the mate that was threatened before is too long to be solved");
}

Finding check_advantage(const Case& c) {
    if (is_mate_kind(c.statement.kind) || c.statement.check == StatementCheck::Tablebase) { return confirmed(); }
    const auto searched = c.searches.lines(c.before, {c.subject(), c.explained}, 2);
    if (!searched || searched->lines.size() < 2) { return not_checked("the search was cancelled"); }
    const auto points_of = [&](Move move) {
        return expected_points(searched->lines[searched->lines[0].first() == move ? 0 : 1].chances);
    };
    const ExpectedPoints better = points_of(c.subject());
    const ExpectedPoints played = points_of(c.explained);
    return expect_searched(better - played >= LeastAdvantage,
                           "the better move is not better: " + std::to_string(std::lround(better)) +
                               " of 100 points against " + std::to_string(std::lround(played)));
}

}  // namespace

Move Case::subject() const {
    if (statement.role != StatementRole::Better) { return explained; }
    if (!statement.line.empty() && !statement.line[0].is_none()) { return statement.line[0]; }
    return statement.moves.empty() ? Move::none() : statement.moves[0];
}

Game Case::after_subject() const {
    Game after = before;
    after.play(subject());
    return after;
}

Finding check_role(const Case& c) {
    for (const Move move : c.statement.moves) {
        if (!is_possible(c.position(), move)) { return is_false("a named move is not legal"); }
    }
    if (!c.explained.is_none() && !is_possible(c.position(), c.explained)) {
        return is_false("the explained move is not legal");
    }
    return check_beginning(c);
}

Finding check_role_by_search(const Case& c) {
    if (c.statement.role == StatementRole::Leaves) { return check_old_threat(c); }
    if (c.statement.role == StatementRole::Better) { return check_advantage(c); }
    return confirmed();
}

}  // namespace skua::lab::proof
