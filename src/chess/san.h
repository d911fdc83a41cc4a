// Moves as players write them: e4, Nf3, exd5, O-O, e8=Q+ (standard algebraic notation).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"

namespace skua {

// The move, legal here, as the PGN standard exports it: the origin is told only as far as another legal move demands,
// and check (+) and mate (#) are marked.
std::string to_san(const Position& position, Move move);

// The one legal move that the text means, or the reason why there is none. Understands what is found in the wild: marks
// (+ # ! ?) missing, wrong or too many, castling with zeros, e8Q and e8=q, more of the origin than needed (Ng1f3), long
// algebraic and UCI moves (e2-e4, e2e4), a capture without its x, e.p. behind it. Null moves are refused.
Result<Move> parse_san(const Position& position, std::string_view text);

}  // namespace skua
