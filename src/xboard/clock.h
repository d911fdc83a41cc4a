// The time control of a game as CECP tells it, and what it means for the move at hand.
#pragma once

#include <optional>
#include <string_view>

#include "chess/game.h"
#include "search/limits.h"

namespace skua {

// "0.5" is 500; nothing when it is no such number. What is too large counts as very long.
std::optional<Milliseconds> parse_seconds(std::string_view text);
// "5", "0:30" or "2.5" minutes. Whatever follows is passed over: the protocol keeps it for later extensions.
std::optional<Milliseconds> parse_minutes(std::string_view text);

// The engine's clock and the opponent's. The GUI tells them before most moves; in between, or if it never does, the
// engine's own is kept here.
class ChessClock {
public:
    // "40 5 0", "0 2:30 0.5": moves, base, increment. Counts from the present position of the game. False, and nothing
    // changes, when that is no time control.
    bool set_level(std::string_view arguments, const Game& game);
    void set_time_per_move(Milliseconds time) { per_move_ = time; }
    void set_depth(std::optional<Depth> depth) { depth_ = depth; }
    void set_engine_time(Milliseconds time) { engine_ = time; }
    void set_opponent_time(Milliseconds time) { opponent_ = time; }
    // Both clocks to the start of a game.
    void restart();

    // The side to move is the engine's.
    [[nodiscard]] Limits limits(const Game& game, Clock::time_point start) const;
    // The engine, playing `color`, has made the last move of the game and thought so long about it.
    void engine_moved(const Game& game, Color color, Milliseconds thought);

private:
    // Moves of a colour since the time control was set.
    [[nodiscard]] int moves_made(const Game& game, Color color) const;

    int moves_ = 40;  // of one time control; 0: all of the game
    Milliseconds base_ = 5 * 60 * 1000;
    Milliseconds increment_ = 0;
    int first_ply_ = 0;                     // of the game, to which the time control applies
    std::optional<Milliseconds> per_move_;  // instead of all that
    std::optional<Depth> depth_;            // and besides
    Milliseconds engine_ = base_;
    Milliseconds opponent_ = base_;
};

}  // namespace skua
