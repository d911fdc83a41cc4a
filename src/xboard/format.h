// The lines CECP wants to see.
#pragma once

#include <string>

#include "chess/game.h"
#include "engine/options.h"
#include "search/report.h"

namespace skua {

// As UCI writes it, but castling in Chess960 is O-O or O-O-O.
std::string to_cecp(Move move, Variant variant);
// Centipawns; a mate in n moves is 100000 + n, being mated in n is -100000 - n.
int cecp_score(Score score);
// "ply score time nodes pv". `expected` is the move of the opponent we think upon, if that is what we do.
std::string thinking_line(const SearchInfo& info, Variant variant, Move expected = Move::none());
// "feature option=..."
std::string option_feature(const Option& option);
// "1-0 {White mates}" and the like, of a game that is over.
std::string result_line(const Game& game);

}  // namespace skua
