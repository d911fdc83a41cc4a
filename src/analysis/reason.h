// A statement on its way into an explanation, and what those who look for reasons have in common.
#pragma once

#include <vector>

#include "analysis/move_analysis.h"
#include "chess/game.h"

namespace skua {

// A statement with what it explains, in centipawns: the more, the sooner it is said.
struct Reason {
    Statement statement;
    int worth = 0;
};
using Reasons = std::vector<Reason>;

inline constexpr int PawnWorth = 100;

// A move to be explained.
struct ExplainedMove {
    Game before;
    Game after;
    const MoveAnalysis& analysis;

    ExplainedMove(const Game& game, const MoveAnalysis& move);

    [[nodiscard]] Move move() const { return analysis.move; }
    [[nodiscard]] Move best() const { return analysis.best.first(); }
    [[nodiscard]] const Position& position() const { return before.position(); }
    // The line that the search expects after the move.
    [[nodiscard]] std::vector<Move> expected() const;
};

// The moves that a search announces mate in; 0 if it does not, or for the other side.
int announced_mate(const SearchedLine& line, bool wins);

std::vector<Move> without_first(const std::vector<Move>& line);

Statement in_role(Statement statement, StatementRole role, LineFrom from);

// What a move takes or promotes to, in centipawns.
int taken_by(const Position& position, Move move);

// What the opponent's last move took on this square, in centipawns: taking there is taking back.
int owed_on(const Game& game, Square square);

// The men as they stood before the explained move; these are as after it.
std::vector<PlacedPiece> before_move(std::vector<PlacedPiece> men, const ExplainedMove& explained);

// Does this side win all these men, who stand so before the explained move, in this line from there, too?
bool wins_all(Color side, const std::vector<PlacedPiece>& men, const ExplainedMove& explained,
              const std::vector<Move>& line);

// A quarter of the limits of an analysis, and twice as much, for a second opinion.
Limits quarter_of(Limits limits);
Limits twice(Limits limits);

}  // namespace skua
