// A game in a few words, from its tags.
#pragma once

#include <string>

#include "chess/pgn.h"

namespace skua {

// The name of the player, or "White" and "Black".
std::string player_name(const PgnGame& game, Color side);

// "Capablanca - Tartakower"
std::string players_text(const PgnGame& game);

// What the tags say about the occasion: "New York, round 6, 1924.03.23"; empty if nothing.
std::string occasion_text(const PgnGame& game);

}  // namespace skua
