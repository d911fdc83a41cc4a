// Moves as players write them: e4, Nf3, exd5, O-O, e8=Q+ (standard algebraic notation).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"

namespace skua {

// Writes a legal move in the export format of the PGN standard: the origin only as far as another legal move requires,
// with marks for check (+) and mate (#).
std::string to_san(const Position& position, Move move);

// Returns the one legal move that the text means, or an error. Accepts common deviations from the standard: missing,
// wrong or superfluous marks (+ # ! ?), castling with zeros, e8Q and e8=q, more of the origin than needed (Ng1f3), long
// algebraic and UCI moves (e2-e4, e2e4), a capture without its x, a trailing e.p. Null moves are refused.
Result<Move> parse_san(const Position& position, std::string_view text);

}  // namespace skua
