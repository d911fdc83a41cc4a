// A position with the moves that led to it, for repetitions and for taking moves back.
#pragma once

#include <cstdint>
#include <vector>

#include "chess/game_result.h"
#include "chess/position.h"

namespace skua {

// Whether a game is over by the rules, and why.
enum class GameState : std::uint8_t { Ongoing, Checkmate, Stalemate, Repetition, FiftyMoves, InsufficientMaterial };

class Game {
public:
    Game() : Game(Position()) {}
    explicit Game(const Position& start);

    [[nodiscard]] const Position& start() const { return positions_.front(); }
    [[nodiscard]] const Position& position() const { return positions_.back(); }
    // The position `plies` moves ago.
    [[nodiscard]] const Position& position_before(int plies) const {
        return positions_[positions_.size() - 1 - static_cast<std::size_t>(plies)];
    }
    // Moves played; Move::none() stands for a null move.
    [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }
    [[nodiscard]] int ply() const { return static_cast<int>(moves_.size()); }

    void play(Move move);
    void play(Move move, BoardDelta& delta);
    void play_null();
    void undo();
    // Reserves memory, so that the next `plies` moves allocate nothing.
    void reserve(int plies);

    // How often the present position has occurred before in the game.
    [[nodiscard]] int earlier_occurrences() const;
    // Is this a draw by repetition for a search whose root was `ply_from_root` plies ago? One earlier occurrence after
    // the root is enough, since what was repeated once can be repeated again; at or before the root it takes two.
    [[nodiscard]] bool is_repetition(int ply_from_root) const;
    // Could the side to move reach, by one reversible move, a position that occurred before (counting as above)?
    [[nodiscard]] bool has_upcoming_repetition(int ply_from_root) const;
    // Have fifty moves passed without a capture or pawn move? Checkmate on the last of them takes precedence.
    [[nodiscard]] bool is_fifty_move_draw() const;

    [[nodiscard]] GameState state() const;
    // Who won, as far as state() decides it.
    [[nodiscard]] GameResult result() const;

private:
    [[nodiscard]] Key key_before(int plies) const { return keys_[keys_.size() - 1 - static_cast<std::size_t>(plies)]; }

    std::vector<Position> positions_;  // before the first move, and after each
    std::vector<Key> keys_;            // keys of the same positions, close together for the search for repetitions
    std::vector<Move> moves_;
};

}  // namespace skua
