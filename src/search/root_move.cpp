#include "search/root_move.h"

#include <algorithm>

#include "chess/movegen.h"

namespace skua {

std::vector<RootMove> root_moves_of(const Position& position, const Limits& limits) {
    const std::vector<Move>& wanted = limits.search_moves;
    std::vector<RootMove> moves;
    for (const Move move : legal_moves(position)) {
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), move) != wanted.end()) {
            moves.emplace_back(move);
        }
    }
    return moves;
}

}  // namespace skua
