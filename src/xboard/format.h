// The lines that CECP prescribes.
#pragma once

#include <string>

#include "chess/game.h"
#include "engine/options.h"
#include "engine/report.h"

namespace skua {

// Like UCI, but castling in Chess960 is O-O or O-O-O.
std::string to_cecp(Move move, Variant variant);
// Centipawns; a mate in n moves is 100000 + n, being mated in n is -100000 - n. CECP has no number for tablebase wins:
// they are centipawns above all evaluations.
int cecp_score(const ShownScore& score);
// "ply score time nodes pv". `expected` is the opponent's move that the engine ponders on, if it ponders.
std::string thinking_line(const Report& report, Variant variant, Move expected = Move::none());
// "feature option=..."
std::string option_feature(const Option& option);
// "1-0 {White mates}" and the like, for a game that is over.
std::string result_line(const Game& game);

}  // namespace skua
