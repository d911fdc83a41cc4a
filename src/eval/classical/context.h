// Facts about a position that several families need, computed once.
#pragma once

#include "base/enum_array.h"
#include "chess/position.h"
#include "eval/geometry.h"

namespace skua::classical {

// Facts that depend on the pawns alone; they are kept in the pawn cache.
struct PawnFacts {
    EnumArray<Color, Bitboard> passed;
    EnumArray<Color, Bitboard> attack_span;  // squares that its pawns attack, or could attack after advancing
};

struct Context {
    // Both arguments must outlive the context.
    Context(const Position& position, const PawnFacts& pawn_facts);

    struct Side {
        Square king = Square::None;
        Bitboard pieces;
        Bitboard pawns;
        Bitboard king_ring;      // the squares around the king, where attackers are dangerous
        Bitboard mobility_area;  // squares that count for mobility
        Bitboard blockers;       // pieces of either colour that stand alone between its king and an enemy slider
        // evaluate_pieces completes these; until then they have the attacks of pawns and king.
        EnumArray<PieceType, Bitboard> attacks;
        Bitboard attacked;        // by any piece
        Bitboard attacked_twice;  // by at least two pieces
        int ring_attackers = 0;   // the number of its pieces that attack the enemy's king ring
    };

    const Position& position;
    const PawnFacts& pawn_facts;
    Bitboard occupied;
    EnumArray<Color, Side> sides;
};

}  // namespace skua::classical
