#include <cstdlib>

#include "chess/movegen.h"
#include "lab/proof/checks.h"

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
        case StatementKind::TablebaseWin: return expect(outcome == Outcome::Win, "it does not win");
        case StatementKind::TablebaseLoss: return expect(outcome == Outcome::Loss, "it does not lose");
        default: break;
    }
    return expect(outcome != Outcome::Win && outcome != Outcome::Loss, "it does not draw");
}

}  // namespace skua::lab::proof
