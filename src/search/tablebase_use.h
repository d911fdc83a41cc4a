// How a search uses tablebases: at the root, inside the tree, and for the moves that it shows.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "chess/game.h"
#include "search/limits.h"
#include "search/root_move.h"
#include "search/settings.h"
#include "tablebase/tables.h"

namespace skua {

struct TablebaseUse {
    std::shared_ptr<const tablebase::Tables> tables;  // null: there are none
    int max_pieces = 0;   // the tree is probed where so many pieces are left, or fewer; 0: nowhere
    Depth min_depth = 0;  // with exactly that many pieces, only from this depth on
    bool fifty_move_rule = true;
};

// What the settings ask for, as far as there are tables for it.
TablebaseUse tablebase_use(std::shared_ptr<const tablebase::Tables> tables, const SearchSettings& settings);

// The score of an outcome known at this ply. A win that the fifty-move rule prevents is a little better than a draw.
Score score_of_outcome(tablebase::Outcome outcome, Ply ply, bool fifty_move_rule);

// Ranks the root's moves and puts the best rank first, if the tables know the position; else changes nothing. Where
// distances are known the tree is not probed any more, so that the search finds a natural way to the mate. Returns how
// many moves were ranked.
std::size_t rank_root_moves(std::vector<RootMove>& root_moves, const Game& game, TablebaseUse& use);

// Follows a won or lost line of play to the mate, for users to see.
class TablebaseLine {
public:
    // Forgets what was found for an earlier search.
    void clear();
    // Cuts the line off before the first reply that gives the result away, and then adds the moves that the tables
    // recommend until the game ends or the deadline passes. The line begins at the game's position.
    void complete(std::vector<Move>& line, const Game& game, const TablebaseUse& use, Clock::time_point deadline);

private:
    [[nodiscard]] Move recommended(const Game& game, const TablebaseUse& use);

    std::unordered_map<Key, Move> recommended_;  // of one search; its lines resemble each other
};

}  // namespace skua
