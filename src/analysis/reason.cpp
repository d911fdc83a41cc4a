#include "analysis/reason.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "analysis/line_ledger.h"
#include "analysis/material_search.h"

namespace skua {

ExplainedMove::ExplainedMove(const Game& game, const MoveAnalysis& move) : before(game), after(game), analysis(move) {
    after.play(move.move);
}

std::vector<Move> ExplainedMove::expected() const { return without_first(analysis.played.moves); }

int announced_mate(const SearchedLine& line, bool wins) {
    const auto* const mate = std::get_if<MateIn>(&line.score);
    return mate != nullptr && mate->wins == wins ? mate->moves : 0;
}

std::vector<Move> without_first(const std::vector<Move>& line) {
    return line.empty() ? line : std::vector<Move>(line.begin() + 1, line.end());
}

Statement in_role(Statement statement, StatementRole role, LineFrom from) {
    statement.role = role;
    statement.from = from;
    return statement;
}

int taken_by(const Position& position, Move move) {
    Position after = position;
    after.play(move);
    const Color side = position.side_to_move();
    return material_balance(after, side) - material_balance(position, side);
}

int owed_on(const Game& game, Square square) {
    if (game.ply() == 0 || game.moves().back().is_none() || game.moves().back().to() != square) { return 0; }
    return std::max(0, taken_by(game.position_before(1), game.moves().back()));
}

std::vector<PlacedPiece> before_move(std::vector<PlacedPiece> men, const ExplainedMove& explained) {
    const Move move = explained.move();
    for (PlacedPiece& man : men) {
        const bool has_moved = man.square == move.to() && explained.after.position().piece_on(move.to()) == man.piece;
        if (has_moved) { man = {explained.position().piece_on(move.from()), move.from()}; }
    }
    return men;
}

bool wins_all(Color side, const std::vector<PlacedPiece>& men, const ExplainedMove& explained,
              const std::vector<Move>& line) {
    const std::vector<PlacedPiece> won = balance_of(ledger_of(explained.position(), line, line.size()), side).won;
    return std::all_of(men.begin(), men.end(),
                       [&](const PlacedPiece& man) { return std::find(won.begin(), won.end(), man) != won.end(); });
}

Limits quarter_of(Limits limits) {
    if (limits.nodes) { *limits.nodes = std::max<std::uint64_t>(*limits.nodes / 4, 1); }
    if (limits.move_time) { *limits.move_time = std::max<Milliseconds>(*limits.move_time / 4, 1); }
    if (limits.depth) { *limits.depth = std::max(*limits.depth - 2, 1); }
    return limits;
}

Limits twice(Limits limits) {
    if (limits.nodes) { *limits.nodes *= 2; }
    if (limits.move_time) { *limits.move_time *= 2; }
    if (limits.depth) { ++*limits.depth; }
    return limits;
}

}  // namespace skua
