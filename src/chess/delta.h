// What a move changed on the board: all that an incremental evaluator needs to know of it.
#pragma once

#include "base/inline_vector.h"
#include "chess/types.h"

namespace skua {

struct PlacedPiece {
    Piece piece = Piece::None;
    Square square = Square::None;

    constexpr bool operator==(const PlacedPiece&) const = default;
};

// At most two pieces leave squares (mover and victim; king and rook) and at most two arrive. Nothing for a null move.
struct BoardDelta {
    InlineVector<PlacedPiece, 2> removed;
    InlineVector<PlacedPiece, 2> added;

    void clear() {
        removed.clear();
        added.clear();
    }
};

}  // namespace skua
