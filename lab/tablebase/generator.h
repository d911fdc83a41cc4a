// Solves endgames from nothing but the rules, by retrograde analysis.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/result.h"
#include "tablebase/material.h"
#include "tablebase/tables.h"

namespace skua::lab {

// What is known of a position.
struct SolvedPosition {
    tablebase::Outcome outcome = tablebase::Outcome::Draw;
    int dtz = 0;  // plies to the next capture or pawn move, without sign; 0 for draws, and 0 for checkmate on the board
    // A capture reaches the outcome, or for the distance also a pawn move that wins: a prober finds out by itself, so
    // that the table may hold any value.
    bool capture_is_best = false;
    bool zeroing_wins = false;
};

// Every position of one material.
class SolvedEndgame {
public:
    // Solves a material of at most four pieces. `known` must have the outcome tables that captures and promotions lead
    // to; the error names one that is missing.
    static Result<SolvedEndgame> solve(const tablebase::Material& material, const tablebase::Tables& known);

    [[nodiscard]] const tablebase::Material& material() const { return material_; }
    void for_each(const std::function<void(const Position&, const SolvedPosition&)>& visit) const;

private:
    enum class State : std::uint8_t { Illegal, Unknown, Win, Loss, Draw };
    struct Cell {
        State state = State::Illegal;
        std::uint8_t plies = 0;
        bool capture_wins = false;
        bool zeroing_wins = false;  // a capture or pawn move
        bool capture_draws = false;
        bool zeroing_draws = false;
    };
    using Squares = std::vector<Square>;  // of the pieces, in the order of pieces_

    explicit SolvedEndgame(const tablebase::Material& material);
    [[nodiscard]] std::size_t index_of(Color side_to_move, const Squares& squares) const;
    [[nodiscard]] Squares squares_at(std::size_t index) const;
    [[nodiscard]] Color side_at(std::size_t index) const;
    [[nodiscard]] std::optional<Position> position_at(std::size_t index) const;
    [[nodiscard]] Squares squares_of(const Position& position) const;

    // The pawns advanced farthest come first: a pawn move leads to positions that are solved already.
    [[nodiscard]] std::vector<std::vector<std::size_t>> slices() const;
    std::optional<Error> solve_slice(const std::vector<std::size_t>& slice, const tablebase::Tables& known);
    // Looks at captures and pawn moves.
    std::optional<Error> begin(std::size_t index, const Position& position, const tablebase::Tables& known);
    // The state of a position that a capture or pawn move has led to; nothing if its table is missing.
    [[nodiscard]] std::optional<State> state_after_zeroing(const Position& position,
                                                           const tablebase::Tables& known) const;
    // The positions from which a move other than a capture or pawn move leads here.
    [[nodiscard]] std::vector<std::size_t> predecessors(std::size_t index) const;
    // Is every move answered by a win? Then how far is the farthest?
    [[nodiscard]] std::optional<std::size_t> plies_of_loss(std::size_t index) const;

    tablebase::Material material_;
    std::vector<Piece> pieces_;
    std::vector<Cell> cells_;
};

}  // namespace skua::lab
