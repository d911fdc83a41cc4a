// Where a game leaves the opening, and where its endgame begins.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "chess/position.h"

namespace skua {

enum class GamePhase : std::uint8_t { Opening, Middlegame, Endgame, Count };

// "opening", "middlegame", "endgame"
std::string_view name_of(GamePhase phase);

// The first position of each phase that the game has reached, counted from 0 for the start.
struct GamePhases {
    std::optional<int> middlegame;
    std::optional<int> endgame;

    // The phase of the move that is played in this position.
    [[nodiscard]] GamePhase at(int ply) const;
};

// The middlegame begins when pieces have been exchanged or have left a first rank; the endgame when at most six of them
// are left on the board (pawns and kings not counted). A game never returns to an earlier phase.
GamePhases phases_of(std::span<const Position> positions);

}  // namespace skua
