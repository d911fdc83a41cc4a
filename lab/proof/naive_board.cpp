#include "lab/proof/naive_board.h"

#include <algorithm>
#include <cstdlib>

namespace skua::lab::proof {

namespace {

int step_of(int difference) { return (difference > 0) - (difference < 0); }

int row(Square square) { return index_of(square) / 8; }

}  // namespace

int worth_of(PieceType type) {
    switch (type) {
        case PieceType::Pawn: return 1;
        case PieceType::Knight:
        case PieceType::Bishop: return 3;
        case PieceType::Rook: return 5;
        case PieceType::Queen: return 9;
        case PieceType::King: return 100;
        case PieceType::Count: break;
    }
    return 0;
}

int worth_of(const std::vector<PlacedPiece>& men) {
    int sum = 0;
    for (const PlacedPiece& man : men) { sum += worth_of(type_of(man.piece)); }
    return sum;
}

int file_number(Square square) { return index_of(square) % 8; }

int rank_number(Color side, Square square) { return side == Color::White ? row(square) + 1 : 8 - row(square); }

bool are_neighbours(Square a, Square b) {
    return a != b && std::abs(file_number(a) - file_number(b)) <= 1 && std::abs(row(a) - row(b)) <= 1;
}

std::vector<Square> squares_between(Square a, Square b) {
    const int files = file_number(b) - file_number(a);
    const int rows = row(b) - row(a);
    std::vector<Square> squares;
    if (files != 0 && rows != 0 && std::abs(files) != std::abs(rows)) { return squares; }
    const int step = step_of(rows) * 8 + step_of(files);
    if (step == 0) { return squares; }
    for (int at = index_of(a) + step; at != index_of(b); at += step) { squares.push_back(square_at(at)); }
    return squares;
}

bool is_between(Square square, Square a, Square b) {
    const std::vector<Square> squares = squares_between(a, b);
    return std::find(squares.begin(), squares.end(), square) != squares.end();
}

NaiveBoard::NaiveBoard(const Position& position) {
    for (int i = 0; i < 64; ++i) { board_[static_cast<std::size_t>(i)] = position.piece_on(square_at(i)); }
}

bool NaiveBoard::has(const PlacedPiece& man) const {
    return man.square != Square::None && man.piece != Piece::None && on(man.square) == man.piece;
}

bool NaiveBoard::has(const std::vector<PlacedPiece>& men) const {
    return std::all_of(men.begin(), men.end(), [this](const PlacedPiece& man) { return has(man); });
}

bool NaiveBoard::belongs_to(Square square, Color side) const {
    return on(square) != Piece::None && color_of(on(square)) == side;
}

std::vector<Square> NaiveBoard::men(Color side, PieceType type) const {
    std::vector<Square> squares;
    for (int i = 0; i < 64; ++i) {
        if (on(square_at(i)) == make_piece(side, type)) { squares.push_back(square_at(i)); }
    }
    return squares;
}

Square NaiveBoard::king(Color side) const { return men(side, PieceType::King).at(0); }

int NaiveBoard::balance(Color side) const {
    int sum = 0;
    for (const Piece piece : board_) {
        if (piece == Piece::None || type_of(piece) == PieceType::King) { continue; }
        sum += color_of(piece) == side ? worth_of(type_of(piece)) : -worth_of(type_of(piece));
    }
    return sum;
}

bool NaiveBoard::is_open_between(Square from, Square to) const {
    const std::vector<Square> squares = squares_between(from, to);
    return std::all_of(squares.begin(), squares.end(), [this](Square square) { return on(square) == Piece::None; });
}

bool NaiveBoard::attacks(Square from, Square to) const {
    const Piece piece = on(from);
    if (piece == Piece::None || from == to) { return false; }
    const int files = std::abs(file_number(to) - file_number(from));
    const int rows = std::abs(row(to) - row(from));
    const bool is_straight = files == 0 || rows == 0;
    const bool is_diagonal = files == rows;
    switch (type_of(piece)) {
        case PieceType::Pawn:
            return files == 1 && rank_number(color_of(piece), to) == rank_number(color_of(piece), from) + 1;
        case PieceType::Knight: return files * rows == 2;
        case PieceType::Bishop: return is_diagonal && is_open_between(from, to);
        case PieceType::Rook: return is_straight && is_open_between(from, to);
        case PieceType::Queen: return (is_straight || is_diagonal) && is_open_between(from, to);
        case PieceType::King: return files <= 1 && rows <= 1;
        case PieceType::Count: break;
    }
    return false;
}

std::vector<Square> NaiveBoard::attackers(Square to, Color by) const {
    std::vector<Square> squares;
    for (int i = 0; i < 64; ++i) {
        if (belongs_to(square_at(i), by) && attacks(square_at(i), to)) { squares.push_back(square_at(i)); }
    }
    return squares;
}

std::vector<Square> NaiveBoard::attacked_from(Square from) const {
    std::vector<Square> squares;
    for (int i = 0; i < 64; ++i) {
        if (attacks(from, square_at(i))) { squares.push_back(square_at(i)); }
    }
    return squares;
}

NaiveBoard NaiveBoard::without(Square square) const {
    NaiveBoard other = *this;
    other.board_[static_cast<std::size_t>(index_of(square))] = Piece::None;
    return other;
}

}  // namespace skua::lab::proof
