#include <cstdlib>

#include "analysis/move_quality.h"
#include "chess/movegen.h"
#include "lab/proof/checks.h"
#include "lab/proof/naive_board.h"

namespace skua::lab::proof {

namespace {

using tablebase::Outcome;

constexpr int FiftyMovePlies = 100;

// What a position is worth for the side to move, with the moves that were played without capture or pawn move.
std::optional<Outcome> outcome_of(const tablebase::Tables& tables, const Game& game) {
    const Position& position = game.position();
    if (legal_moves(position).empty()) { return position.in_check() ? Outcome::Loss : Outcome::Draw; }
    if (game.state() != GameState::Ongoing) { return Outcome::Draw; }
    const std::optional<Outcome> outcome = tables.probe_wdl(position);
    if (!outcome || position.halfmove_clock() == 0) { return outcome; }
    if (*outcome != Outcome::Win && *outcome != Outcome::Loss) { return outcome; }
    const std::optional<int> distance = tables.probe_dtz(position);
    if (!distance) { return std::nullopt; }
    const bool is_too_late = std::abs(*distance) + position.halfmove_clock() > FiftyMovePlies;
    return is_too_late ? Outcome::Draw : *outcome;
}

}  // namespace

Finding check_tablebase(const Case& c) {
    const auto tables = c.searches.tables();
    if (!tables) { return not_checked("there are no tablebases"); }
    const std::optional<Outcome> reply = outcome_of(*tables, c.after_subject());
    if (!reply) { return not_checked("the tablebases don't know the position"); }
    const Outcome outcome = -*reply;
    switch (c.statement.kind) {
        case StatementKind::TradesIntoWin:
        case StatementKind::TablebaseWin: return expect(outcome == Outcome::Win, "it does not win");
        case StatementKind::TablebaseLoss: return expect(outcome == Outcome::Loss, "it does not lose");
        default: break;
    }
    return expect(outcome != Outcome::Win && outcome != Outcome::Loss, "it does not draw");
}

Finding check_trade(const Case& c) {
    if (c.line.size() != 2 || c.statement.men.size() != 1) { return is_false("the line is not an exchange"); }
    const NaiveBoard before(c.line.before(0));
    const PlacedPiece& taken = c.statement.men[0];
    const Move move = c.line.move(0);
    if (!before.has(taken) || move.to() != taken.square || c.line.move(1).to() != taken.square) {
        return is_false("the named man is not exchanged");
    }
    if (worth_of(type_of(taken.piece)) != worth_of(type_of(before.on(move.from())))) {
        return is_false("the men are not worth the same");
    }
    const auto tables = c.searches.tables();
    if (!tables) { return not_checked("there are no tablebases"); }
    Game ending = c.line.game_before(1);
    ending.play(c.line.move(1));
    const std::optional<Outcome> outcome = outcome_of(*tables, ending);
    if (!outcome) { return not_checked("the tablebases don't know the ending"); }
    const bool is_won = *outcome == Outcome::Win;
    if (is_won != (c.statement.kind == StatementKind::TradesIntoWin)) {
        return is_false("the ending after the exchange is another one");
    }
    return check_tablebase(c);
}

Finding check_zugzwang(const Case& c) {
    const Game after = c.after_subject();
    if (after.position().in_check()) { return is_false("in check there is no zugzwang"); }
    Game passed = after;
    passed.play_null();
    if (c.statement.check == StatementCheck::Tablebase) {
        const auto tables = c.searches.tables();
        if (!tables) { return not_checked("there are no tablebases"); }
        const std::optional<Outcome> moving = outcome_of(*tables, after);
        const std::optional<Outcome> passing = tables->probe_wdl(passed.position());
        if (!moving || !passing) { return not_checked("the tablebases don't know the position"); }
        return expect(sign_of(*moving) < sign_of(-*passing), "the opponent would do no better if it could pass");
    }
    const auto moving = c.searches.lines(after, {}, 1);
    const auto passing = c.searches.lines(passed, {}, 1);
    if (!moving || !passing || moving->lines.empty() || passing->lines.empty()) {
        return not_checked("the search was cancelled");
    }
    const ExpectedPoints cost =
        100 - expected_points(passing->lines[0].chances) - expected_points(moving->lines[0].chances);
    return expect_searched(cost >= BlunderLoss / 2, "the opponent loses little by having to move");
}

}  // namespace skua::lab::proof
