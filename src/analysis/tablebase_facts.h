// What tablebases know about a position and each of its moves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "chess/game.h"
#include "tablebase/ranking.h"
#include "tablebase/tables.h"

namespace skua {

struct TablebaseFacts {
    Position position;
    tablebase::Outcome outcome = tablebase::Outcome::Draw;  // for the side to move
    // Plies to the next capture or pawn move with the sign of the outcome; nothing without a distance table.
    std::optional<int> dtz;
    std::vector<tablebase::RankedMove> moves;  // the best first
};

// The fifty-move counter and the repetitions of the game count. The error says why the tables don't know the position.
Result<TablebaseFacts> look_up(const tablebase::Tables& tables, const Game& game, bool fifty_move_rule);

// A table for people.
std::string to_text(const TablebaseFacts& facts);
// {"fen", "wdl": from -2 (loss) to 2 (win), "dtz": a number or null, "moves": [{"uci", "san", "wdl", "dtz"}]}; the
// position's values are those of the side to move, a move's those of the side that plays it.
Json to_json(const TablebaseFacts& facts);

}  // namespace skua
