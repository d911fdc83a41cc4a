// Moves as UCI writes them: e2e4, e7e8q.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"

namespace skua {

// Castling is written as the king's step (e1g1) in chess and as king takes rook (e1h1) in Chess960. Move::none() is
// written "0000".
std::string to_uci(Move move, Variant variant = Variant::Standard);

// Returns a legal move of the position, or the reason why the text is not one. Accepts both ways of writing castling in
// either variant, and capital promotion letters.
Result<Move> parse_uci_move(const Position& position, std::string_view text);

}  // namespace skua
