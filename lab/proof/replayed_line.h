// The line of a statement, replayed by the rules.
#pragma once

#include <optional>
#include <vector>

#include "analysis/statement.h"
#include "base/result.h"
#include "chess/game.h"

namespace skua::lab::proof {

class ReplayedLine {
public:
    // The game ends with the position before the explained move. An Error says which move of the line is not legal.
    static Result<ReplayedLine> replay(const Game& before, Move explained, const Statement& statement);

    [[nodiscard]] std::size_t size() const { return moves_.size(); }
    [[nodiscard]] Move move(std::size_t index) const { return moves_.at(index); }
    [[nodiscard]] const Position& before(std::size_t index) const { return positions_.at(index); }
    [[nodiscard]] const Position& after(std::size_t index) const { return positions_.at(index + 1); }
    [[nodiscard]] const Position& end() const { return positions_.back(); }
    // The game with the line up to the move with this index.
    [[nodiscard]] Game game_before(std::size_t index) const;

    // The index of the move after the pass; 0 without one. The side that moves there is the one that does something.
    [[nodiscard]] std::size_t root() const { return root_; }
    // The index of the move that does it; nothing if the line is too short.
    [[nodiscard]] std::optional<std::size_t> deed() const { return deed_; }

    // The men of a side that are taken by the moves from this index on, as they stood before them.
    [[nodiscard]] std::vector<PlacedPiece> fallen(std::size_t from, Color side) const;
    // The pawns that promote and are not taken afterwards, as they stood before.
    [[nodiscard]] std::vector<PlacedPiece> promoted(std::size_t from, Color side) const;

private:
    ReplayedLine(Game start, std::vector<Move> moves) : start_(std::move(start)), moves_(std::move(moves)) {}
    [[nodiscard]] std::optional<Error> play_all();
    void find_deed(std::size_t wanted);

    Game start_;
    std::vector<Move> moves_;
    std::vector<Position> positions_;
    std::size_t root_ = 0;
    std::optional<std::size_t> deed_;
};

// Is this one of the legal moves?
bool is_possible(const Position& position, Move move);

}  // namespace skua::lab::proof
