// A board that answers every question by looking at squares one after the other. It shares no code with the bitboards
// of the engine and of the statements, so that it can contradict them.
#pragma once

#include <array>
#include <vector>

#include "chess/delta.h"
#include "chess/position.h"

namespace skua::lab::proof {

// In pawns: 1, 3, 3, 5, 9; the king counts more than everything.
int worth_of(PieceType type);
int worth_of(const std::vector<PlacedPiece>& men);

class NaiveBoard {
public:
    explicit NaiveBoard(const Position& position);

    [[nodiscard]] Piece on(Square square) const { return board_[static_cast<std::size_t>(index_of(square))]; }
    [[nodiscard]] bool has(const PlacedPiece& man) const;
    [[nodiscard]] bool has(const std::vector<PlacedPiece>& men) const;
    [[nodiscard]] bool belongs_to(Square square, Color side) const;
    [[nodiscard]] std::vector<Square> men(Color side, PieceType type) const;
    [[nodiscard]] Square king(Color side) const;
    // In pawns: the side's men minus the opponent's.
    [[nodiscard]] int balance(Color side) const;

    // Does the man on the first square attack the second one?
    [[nodiscard]] bool attacks(Square from, Square to) const;
    [[nodiscard]] std::vector<Square> attackers(Square to, Color by) const;
    // The squares that the man on this one attacks.
    [[nodiscard]] std::vector<Square> attacked_from(Square from) const;

    [[nodiscard]] NaiveBoard without(Square square) const;

private:
    [[nodiscard]] bool is_open_between(Square from, Square to) const;

    std::array<Piece, 64> board_{};
};

// The squares between two on a rank, file or diagonal; none if they are on no common line or side by side.
std::vector<Square> squares_between(Square a, Square b);
bool is_between(Square square, Square a, Square b);
bool are_neighbours(Square a, Square b);
int file_number(Square square);
// From 1 to 8, seen from this side.
int rank_number(Color side, Square square);

}  // namespace skua::lab::proof
