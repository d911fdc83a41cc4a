// The facts of one node on the path from the root to where the search stands.
#pragma once

#include "base/inline_vector.h"
#include "search/history.h"

namespace skua {

using PvLine = InlineVector<Move, MaxPly + 2>;

struct Node {
    Ply ply = 0;
    Move move;                               // the one being tried here
    Piece piece = Piece::None;               // that moves it
    PieceToHistory* continuation = nullptr;  // what is known of replies to it
    Move excluded;                           // left out, to see whether it is the only good one
    Score evaluation = NoScore;              // static, corrected; NoScore in check
    Depth reduction = 0;                     // plies taken off the move being tried
    int cutoffs = 0;                         // among the children
    int double_extensions = 0;               // on the path here
    bool in_check = false;
    bool tt_pv = false;  // was ever on a principal variation
    Killers killers;
    PvLine pv;
};

}  // namespace skua
