// The pieces that a move takes from squares and puts on squares: all that an incremental evaluator needs.
#pragma once

#include "base/inline_vector.h"
#include "chess/types.h"

namespace skua {

struct PlacedPiece {
    Piece piece = Piece::None;
    Square square = Square::None;

    constexpr bool operator==(const PlacedPiece&) const = default;
};

// At most two pieces leave squares (mover and victim; king and rook) and at most two arrive. A null move changes
// nothing.
struct BoardDelta {
    InlineVector<PlacedPiece, 2> removed;
    InlineVector<PlacedPiece, 2> added;

    void clear() {
        removed.clear();
        added.clear();
    }
};

}  // namespace skua
