// What several families need to know of a position, found once.
#pragma once

#include "base/enum_array.h"
#include "chess/position.h"
#include "eval/geometry.h"

namespace skua::classical {

// What the pawns alone tell; kept in the pawn cache.
struct PawnFacts {
    EnumArray<Color, Bitboard> passed;
    EnumArray<Color, Bitboard> attack_span;  // squares its pawns attack now or could after advancing
};

struct Context {
    // Both must outlive it.
    Context(const Position& position, const PawnFacts& pawn_facts);

    struct Side {
        Square king = Square::None;
        Bitboard pieces;
        Bitboard pawns;
        Bitboard king_ring;      // the squares around the king, where attackers are dangerous
        Bitboard mobility_area;  // where its pieces like to go
        Bitboard blockers;       // pieces of either colour that alone stand between its king and a slider
        // Filled by the pieces' family.
        EnumArray<PieceType, Bitboard> attacks;
        Bitboard attacked;        // by anything
        Bitboard attacked_twice;  // by two pieces or more
        int ring_attackers = 0;   // how many of its pieces reach the enemy's king ring
    };

    const Position& position;
    const PawnFacts& pawn_facts;
    Bitboard occupied;
    EnumArray<Color, Side> sides;
};

}  // namespace skua::classical
