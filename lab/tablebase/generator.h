// Solves endgames from nothing but the rules, by retrograde analysis.
#pragma once

#include <array>
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
    // A prober tries captures itself, and for distances also pawn moves that win: where they reach the outcome, the
    // table may hold any value that does not promise more.
    bool capture_wins = false;
    bool capture_draws = false;  // and nothing wins
    bool zeroing_wins = false;
};

// The material as the names of tables have it: the side with more pieces first, and with as many the one with the
// stronger.
tablebase::Material stronger_first(const tablebase::Material& material);

// The materials that captures and promotions lead to directly, the stronger side first, bare kings left out.
std::vector<tablebase::Material> materials_after(const tablebase::Material& material);

// Every position of one material.
class SolvedEndgame {
public:
    // More pieces would take too much memory.
    static constexpr int MaxPieces = 4;

    // Solves a material. `known` must have the outcome tables that captures and promotions lead to; the error names one
    // that is missing.
    static Result<SolvedEndgame> solve(const tablebase::Material& material, const tablebase::Tables& known);

    [[nodiscard]] const tablebase::Material& material() const { return material_; }
    // Visits one of the positions that are mirror images of each other.
    void for_each(const std::function<void(const Position&, const SolvedPosition&)>& visit) const;

private:
    enum class State : std::uint8_t { Illegal, Unknown, Win, Loss, Draw };
    struct Cell {
        State state = State::Illegal;
        std::uint8_t plies = 0;
        std::uint8_t open_moves = 0;  // moves other than captures and pawn moves whose reply is not known to win
        bool capture_wins : 1 = false;
        bool zeroing_wins : 1 = false;  // a capture or pawn move
        bool capture_draws : 1 = false;
        bool zeroing_draws : 1 = false;
    };
    using Squares = std::array<Square, MaxPieces>;  // of the pieces, in the order of pieces_
    using Indices = std::vector<std::size_t>;
    // Positions with the same pawns and the same side to move are neighbours.
    struct Range {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    explicit SolvedEndgame(const tablebase::Material& material);
    // Mirrors the board so that the white king stands on the left half, and without pawns in the lower left quarter. No
    // square is its own mirror image, so that different moves of a position lead to different indices.
    void normalise(Squares& squares) const;
    [[nodiscard]] std::size_t index_of(Color side_to_move, const Squares& squares) const;
    [[nodiscard]] std::size_t index_of(const Position& position) const;
    [[nodiscard]] Squares squares_at(std::size_t index) const;
    [[nodiscard]] Color side_at(std::size_t index) const;
    [[nodiscard]] std::optional<Position> position_at(std::size_t index) const;

    // The pawns advanced farthest come first: a pawn move leads to positions that are solved already.
    [[nodiscard]] std::vector<std::vector<Range>> slices() const;
    std::optional<Error> solve_slice(const std::vector<Range>& slice, const tablebase::Tables& known);
    // Looks at captures and pawn moves, and counts the other moves.
    std::optional<Error> begin(std::size_t index, const Position& position, const tablebase::Tables& known);
    // The state of a position that a capture or pawn move has led to; nothing if its table is missing.
    [[nodiscard]] std::optional<State> state_after_zeroing(const Position& position,
                                                           const tablebase::Tables& known) const;
    // Calls visit(index) for each position from which a move other than a capture or pawn move leads here.
    template <typename Visit>
    void for_each_predecessor(std::size_t index, Visit visit) const;

    tablebase::Material material_;
    std::vector<Piece> pieces_;  // pawns first, then the white king
    std::size_t king_ = 0;       // the place of the white king
    std::size_t king_squares_;   // on how many squares it may stand
    std::vector<Cell> cells_;
};

}  // namespace skua::lab
