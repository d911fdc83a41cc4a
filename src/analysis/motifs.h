// The names that players have for the ways of winning material: fork, pin, skewer and the like. A motif is geometry on
// the board that a line then makes use of; whether the line is sound is proven elsewhere.
#pragma once

#include <optional>
#include <vector>

#include "analysis/statement.h"
#include "chess/position.h"

namespace skua {

struct Motif {
    StatementKind kind{};
    std::vector<PlacedPiece> men;     // as they stand after the move, or before it if the move captures them
    std::vector<PlacedPiece> others;  // the second party
    int worth = 0;                    // of the man that the motif wins, in centipawns
    std::size_t ply = 0;              // index in the line of the move with the motif
};

// The first motif among the moves of the side that begins the line that explains what the line wins: its man is worth
// at least half and at most three times as much.
std::optional<Motif> find_motif(const Position& start, const std::vector<Move>& line, int centipawns);

// How a line that ends in mate does so, where that has a name.
std::optional<StatementKind> mate_pattern(const Position& start, const std::vector<Move>& line);

// The attacks of the man on a square, whatever it is.
Bitboard attacks_from(const Position& position, Square square);

}  // namespace skua
