// The time control of a game in CECP, and the limits of a search that follow from it.
#pragma once

#include <optional>
#include <string_view>

#include "chess/game.h"
#include "search/limits.h"

namespace skua {

// "0.5" is 500; nothing when the text is not such a number. Too large a number counts as a very long time.
std::optional<Milliseconds> parse_seconds(std::string_view text);
// "5", "0:30" or "2.5" minutes. Text after that is ignored: the protocol reserves it for extensions.
std::optional<Milliseconds> parse_minutes(std::string_view text);

// The engine's clock and the opponent's. The GUI sends both before most moves; in between, or if it never does, the
// engine's own clock is kept here.
class ChessClock {
public:
    // "40 5 0", "0 2:30 0.5": moves, base, increment. Counts from the current position of the game. Returns false, and
    // changes nothing, when the text is not a time control.
    bool set_level(std::string_view arguments, const Game& game);
    void set_time_per_move(Milliseconds time) { per_move_ = time; }
    void set_depth(std::optional<Depth> depth) { depth_ = depth; }
    void set_engine_time(Milliseconds time) { engine_ = time; }
    void set_opponent_time(Milliseconds time) { opponent_ = time; }
    // Sets both clocks as at the start of a game.
    void restart();

    // The limits for the next move; the engine is the side to move.
    [[nodiscard]] Limits limits(const Game& game, Clock::time_point start) const;
    // To be called when the engine, playing `color`, has made the last move of the game and thought this long.
    void engine_moved(const Game& game, Color color, Milliseconds thought);

private:
    // The moves of one colour since the time control was set.
    [[nodiscard]] int moves_made(const Game& game, Color color) const;

    int moves_ = 40;  // in one time control; 0: the whole game
    Milliseconds base_ = 5 * 60 * 1000;
    Milliseconds increment_ = 0;
    int first_ply_ = 0;                     // ply of the game from which the time control counts
    std::optional<Milliseconds> per_move_;  // replaces the time control
    std::optional<Depth> depth_;            // limits the search in addition
    Milliseconds engine_ = base_;
    Milliseconds opponent_ = base_;
};

}  // namespace skua
