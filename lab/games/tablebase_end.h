// Ends of games that tablebases know.
#pragma once

#include <optional>

#include "chess/game_result.h"
#include "lab/games/game_record.h"
#include "tablebase/tables.h"

namespace skua::lab {

struct KnownEnd {
    GameResult result = GameResult::Draw;
    Score score = DrawScore;  // White's view: a tablebase win, or 0
};

// How a game goes on from here with best play under the fifty-move rule, if the tables are sure of it.
std::optional<KnownEnd> known_end(const tablebase::Tables& tables, const Position& position);

// Ends a game at the first scored position that the tables know, with the result and the score that they give; its move
// is the last one then. What the players made of the position afterwards says nothing about those before it. Returns
// whether there was such a position.
bool end_by_tablebases(GameRecord& record, const tablebase::Tables& tables);

}  // namespace skua::lab
