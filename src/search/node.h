// The facts of one node: those that outlive its visit, and those that one visit collects.
#pragma once

#include "base/inline_vector.h"
#include "chess/movegen.h"
#include "search/history.h"
#include "search/tt.h"

namespace skua {

using PvLine = InlineVector<Move, MaxPly + 2>;

// A node on the path from the root to where the search stands.
struct Node {
    Ply ply = 0;
    Move move;                               // the move being searched here
    Piece piece = Piece::None;               // the piece that makes it
    PieceToHistory* continuation = nullptr;  // the history of replies to it
    Move excluded;                           // left out while the search asks whether it is singular
    Score static_eval = NoScore;             // after correction; NoScore in check
    Depth reduction = 0;                     // plies taken off the move being searched
    int cutoffs = 0;                         // beta cutoffs among the children
    int double_extensions = 0;               // on the path from the root to here
    bool in_check = false;
    bool tt_pv = false;  // this position was on a principal variation before
    Bitboard threats;    // squares that the opponent attacks; known when moves are tried
    Killers killers;
    PvLine pv;

    // The principal variation is this move and what follows it.
    void set_pv(Move first, const PvLine& replies) {
        pv.clear();
        pv.push_back(first);
        for (const Move reply : replies) { pv.push_back(reply); }
    }
};

// What one visit knows before it tries moves.
struct NodeFacts {
    Score beta = 0;
    Depth depth = 0;
    bool cut_node = false;  // a null-window search expects a move that reaches beta
    bool improving = false;
    bool tt_move_noisy = false;
    Move tt_move;  // legal, or none
    TtData tt;
    Score raw_eval = NoScore;  // as the evaluator returned it; NoScore in check
    Score eval = NoScore;      // the best estimate: the static evaluation, or the TT score if that says more
};

// What is known of a move before it is searched.
struct MoveFacts {
    Move move;
    int number = 0;  // 1 for the first move of the node
    bool quiet = false;
    bool gives_check = false;
    bool is_countermove = false;
    bool is_refutation = false;  // a killer or the countermove
    int history = 0;
    int base_reduction = 0;  // in 1/1024 ply, before the adjustments of late-move reductions
    Depth extension = 0;     // by singular extension
    Depth new_depth = 0;     // for the child, with the extension, without reduction
};

// How far the loop over the moves has come.
struct MoveLoop {
    Score alpha = 0;
    Score best_score = -InfiniteScore;
    Move best_move;  // the last move that raised alpha
    int move_count = 0;
    MoveList quiets;    // searched without raising alpha
    MoveList captures;  // the same, captures and queen promotions
};

}  // namespace skua
