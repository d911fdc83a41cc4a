// The key under which a Polyglot book knows a position.
#pragma once

#include "chess/game.h"

namespace skua::book {

// The key of a game's present position. The format wants the en passant file whenever a pawn stands beside one that has
// just moved two squares, even if the capture is illegal: only the last move tells that.
Key polyglot_key(const Game& game);

// Can the format express the position's castling rights? It names sides of the board, so in Chess960 it can't tell a
// rook that still may castle from another one behind it.
bool polyglot_knows(const Position& position);

}  // namespace skua::book
