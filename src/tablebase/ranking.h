// The moves of a position in the order of what tablebases know about them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "chess/game.h"
#include "tablebase/tables.h"

namespace skua::tablebase {

// What a distance (DTZ) means when so many plies without capture or pawn move lie behind.
Outcome outcome_of(int dtz, int halfmove_clock, bool fifty_move_rule);

struct RankedMove {
    Move move;
    // Higher is better; moves of one rank are equally good as far as the game's result goes. Wins are positive, draws
    // 0.
    int rank = 0;
    // What the move leads to, for the side that plays it, with the fifty-move counter and repetitions as they are.
    Outcome outcome = Outcome::Draw;
    // Plies to the next capture or pawn move, this move included, with the sign of the outcome; nothing where the moves
    // were ranked by outcomes alone.
    std::optional<int> dtz;
};

struct RankedMoves {
    std::vector<RankedMove> moves;  // the best rank first; within a rank shorter wins and longer losses first
    bool by_distance = false;       // distances were known, so that following the best rank keeps the result
};

// Ranks some of the legal moves. Without the fifty-move rule cursed wins are wins. Nothing if the tables don't know all
// of the moves.
std::optional<RankedMoves> rank_moves(const Tables& tables, const Game& game, std::span<const Move> moves,
                                      bool fifty_move_rule);

}  // namespace skua::tablebase
