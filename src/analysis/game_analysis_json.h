// The analysis of a game for programs.
#pragma once

#include "analysis/game_analysis.h"
#include "base/json.h"

namespace skua {

// {"cp": centipawns}, {"mate": moves} or {"tb": plies}, negative where Black is better: a score in White's view.
Json to_json(const ShownScore& score, Color side_to_move);

// The game is the one that was analysed. {"tags", "opening": {"eco", "name"} or null, "white", "black": {"accuracy",
// "acpl", "inaccuracies", "mistakes", "blunders"}, "moves": [{"ply", "san", "uci", "label" or null, "score" after the
// move in White's view, "win_before", "win_after": the mover's expected points of 100, "best": {"san", "uci",
// "line"}, "statements": see statement_json.h}]}
Json to_json(const GameAnalysis& analysis, const PgnGame& game);

}  // namespace skua
