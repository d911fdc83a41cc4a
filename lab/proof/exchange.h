// Exchanges played out with the legal moves: exact where static exchange evaluation only estimates.
#pragma once

#include "chess/position.h"

namespace skua::lab::proof {

// In pawns: what a capture or promotion brings at once.
int gain_of(const Position& position, Move move);

// In pawns: the most that the side to move wins by captures on this square, if both sides may stop at any time.
int exchange_on(const Position& position, Square square);

// The same for its best capture or promotion on any square.
int best_exchange(const Position& position);

// The same for this side, whoever is to move; 0 where that would be a pass in check.
int best_exchange_of(const Position& position, Color side);

}  // namespace skua::lab::proof
