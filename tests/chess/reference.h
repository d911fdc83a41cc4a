// A second implementation of the rules of chess, deliberately simple: a board of letters, moves tried out one by one.
// It shares only the names of squares and moves with the library, so that tests can compare the two.
#pragma once

#include <array>
#include <cctype>
#include <cstdlib>
#include <vector>

#include "chess/position.h"

namespace skua::reference {

struct Board {
    std::array<char, 64> squares{};  // FEN letters; '.' is empty
    bool white_to_move = true;
    std::array<bool, 64> may_castle{};  // rooks that may still castle
    int passed = -1;                    // the square a pawn has just passed over, capturable or not
    int halfmove_clock = 0;
    int fullmove_number = 1;
};

inline Board board_of(const Position& position) {
    Board board;
    for (int i = 0; i < 64; ++i) {
        const Piece piece = position.piece_on(square_at(i));
        board.squares[static_cast<std::size_t>(i)] = piece == Piece::None ? '.' : to_char(piece);
        board.may_castle[static_cast<std::size_t>(i)] = position.castling_rooks().contains(square_at(i));
    }
    board.white_to_move = position.side_to_move() == Color::White;
    board.passed = position.en_passant_square() == Square::None ? -1 : index_of(position.en_passant_square());
    board.halfmove_clock = position.halfmove_clock();
    board.fullmove_number = position.fullmove_number();
    return board;
}

inline bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }
inline char& at(Board& board, int square) { return board.squares[static_cast<std::size_t>(square)]; }
inline char at(const Board& board, int square) { return board.squares[static_cast<std::size_t>(square)]; }
inline bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }
inline bool is_black(char piece) { return piece >= 'a' && piece <= 'z'; }
inline bool belongs_to(char piece, bool white) { return white ? is_white(piece) : is_black(piece); }
inline char kind_of(char piece) { return is_white(piece) ? static_cast<char>(piece - 'A' + 'a') : piece; }
inline char colored(char kind, bool white) { return white ? static_cast<char>(kind - 'a' + 'A') : kind; }

using Step = std::array<int, 2>;
inline constexpr std::array<Step, 4> Diagonals{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
inline constexpr std::array<Step, 4> Straights{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
inline constexpr std::array<Step, 8> KnightSteps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

// The squares the piece on `from` attacks, own pieces included.
inline std::vector<int> attacked_from(const Board& board, int from) {
    std::vector<int> targets;
    const int file = from % 8;
    const int rank = from / 8;
    const auto add = [&](int f, int r) {
        if (on_board(f, r)) { targets.push_back(r * 8 + f); }
    };
    const auto slide = [&](const Step& step) {
        int f = file + step[0];
        int r = rank + step[1];
        while (on_board(f, r)) {
            targets.push_back(r * 8 + f);
            if (at(board, r * 8 + f) != '.') { break; }
            f += step[0];
            r += step[1];
        }
    };
    const char piece = at(board, from);
    switch (kind_of(piece)) {
        case 'p':
            add(file - 1, rank + (is_white(piece) ? 1 : -1));
            add(file + 1, rank + (is_white(piece) ? 1 : -1));
            break;
        case 'n':
            for (const Step& step : KnightSteps) { add(file + step[0], rank + step[1]); }
            break;
        case 'k':
            for (const Step& step : Diagonals) { add(file + step[0], rank + step[1]); }
            for (const Step& step : Straights) { add(file + step[0], rank + step[1]); }
            break;
        default:
            if (kind_of(piece) != 'r') {
                for (const Step& step : Diagonals) { slide(step); }
            }
            if (kind_of(piece) != 'b') {
                for (const Step& step : Straights) { slide(step); }
            }
            break;
    }
    return targets;
}

// The squares of one side's pieces that attack a square.
inline std::vector<int> attackers_of(const Board& board, int target, bool white) {
    std::vector<int> attackers;
    for (int from = 0; from < 64; ++from) {
        if (!belongs_to(at(board, from), white)) { continue; }
        for (const int square : attacked_from(board, from)) {
            if (square == target) { attackers.push_back(from); }
        }
    }
    return attackers;
}

inline int king_of(const Board& board, bool white) {
    for (int square = 0; square < 64; ++square) {
        if (at(board, square) == (white ? 'K' : 'k')) { return square; }
    }
    return -1;
}

inline bool in_check(const Board& board, bool white) {
    return !attackers_of(board, king_of(board, white), !white).empty();
}

inline Board after(const Board& board, Move move) {
    Board next = board;
    const int from = index_of(move.from());
    const int to = index_of(move.to());
    const bool white = board.white_to_move;
    const int home = white ? 0 : 56;
    const char piece = at(board, from);
    next.passed = -1;
    ++next.halfmove_clock;
    if (!white) { ++next.fullmove_number; }

    if (move.is_castling()) {
        at(next, from) = '.';
        at(next, to) = '.';
        at(next, home + (to > from ? 6 : 2)) = piece;
        at(next, home + (to > from ? 5 : 3)) = colored('r', white);
    } else {
        if (kind_of(piece) == 'p' || at(board, to) != '.') { next.halfmove_clock = 0; }
        at(next, from) = '.';
        at(next, to) = piece;
        if (move.is_en_passant()) { at(next, to + (white ? -8 : 8)) = '.'; }
        if (move.is_promotion()) { at(next, to) = colored(kind_of(to_char(move.promotion_piece())), white); }
        if (kind_of(piece) == 'p' && std::abs(to - from) == 16) { next.passed = (from + to) / 2; }
    }
    for (int square = 0; square < 64; ++square) {
        const bool own_rank = square / 8 == home / 8;
        if (square == from || square == to || (kind_of(piece) == 'k' && own_rank)) {
            next.may_castle[static_cast<std::size_t>(square)] = false;
        }
    }
    next.white_to_move = !white;
    return next;
}

// Castling by the letter of the rules: only king and rook on the squares they pass or reach, and no attacked square
// from the king's first to its last.
inline bool may_castle_with(const Board& board, int king, int rook) {
    const bool white = board.white_to_move;
    const int home = white ? 0 : 56;
    const int king_target = home + (rook > king ? 6 : 2);
    const int rook_target = home + (rook > king ? 5 : 3);
    const auto blocked = [&](int a, int b) {
        for (int square = std::min(a, b); square <= std::max(a, b); ++square) {
            if (square != king && square != rook && at(board, square) != '.') { return true; }
        }
        return false;
    };
    if (blocked(king, king_target) || blocked(rook, rook_target)) { return false; }
    for (int square = std::min(king, king_target); square <= std::max(king, king_target); ++square) {
        Board moved = board;
        at(moved, king) = '.';
        if (square == rook) { at(moved, rook) = '.'; }
        at(moved, square) = white ? 'K' : 'k';
        if (in_check(moved, white)) { return false; }
    }
    return true;  // the caller looks at the finished castling once more
}

inline std::vector<Move> legal_moves(const Board& board) {
    const bool white = board.white_to_move;
    const int forward = white ? 8 : -8;
    std::vector<Move> candidates;
    const auto add_pawn = [&](int from, int to) {
        if (to / 8 != 0 && to / 8 != 7) {
            candidates.push_back(Move::normal(square_at(from), square_at(to)));
            return;
        }
        for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
            candidates.push_back(Move::promotion(square_at(from), square_at(to), type));
        }
    };
    for (int from = 0; from < 64; ++from) {
        const char piece = at(board, from);
        if (!belongs_to(piece, white)) { continue; }
        if (kind_of(piece) == 'p') {
            if (at(board, from + forward) == '.') {
                add_pawn(from, from + forward);
                if (from / 8 == (white ? 1 : 6) && at(board, from + 2 * forward) == '.') {
                    add_pawn(from, from + 2 * forward);
                }
            }
            for (const int to : attacked_from(board, from)) {
                if (belongs_to(at(board, to), !white)) { add_pawn(from, to); }
                if (to == board.passed) { candidates.push_back(Move::en_passant(square_at(from), square_at(to))); }
            }
        } else {
            for (const int to : attacked_from(board, from)) {
                if (!belongs_to(at(board, to), white)) {
                    candidates.push_back(Move::normal(square_at(from), square_at(to)));
                }
            }
        }
    }
    const int king = king_of(board, white);
    for (int rook = 0; rook < 64; ++rook) {
        const bool has_right =
            board.may_castle[static_cast<std::size_t>(rook)] && at(board, rook) == colored('r', white);
        if (has_right && may_castle_with(board, king, rook)) {
            candidates.push_back(Move::castling(square_at(king), square_at(rook)));
        }
    }

    std::vector<Move> moves;
    for (const Move move : candidates) {
        if (!in_check(after(board, move), white)) { moves.push_back(move); }
    }
    return moves;
}

// What an exchange on one square wins, played to its end with everything that may join in: both sides take with the
// least valuable piece that is not pinned away from the square (of equal ones, that on the lowest square), and may
// stop.
inline int exchange_value(char piece) {
    switch (kind_of(piece)) {
        case 'p': return 100;
        case 'n':
        case 'b': return 300;
        case 'r': return 500;
        case 'q': return 900;
        case 'k': return 10000;
        default: return 0;
    }
}

// Is the piece on `from` all that stands between its king and an enemy slider that does not stand on `target`?
inline bool held_back(const Board& board, int from, int target) {
    const bool white = is_white(at(board, from));
    const int king = king_of(board, white);
    if (king < 0 || king == from) { return false; }
    Board without = board;
    at(without, from) = '.';
    at(without, target) = at(board, from);
    for (const int attacker : attackers_of(without, king, !white)) {
        bool before = false;
        for (const int earlier : attackers_of(board, king, !white)) { before = before || earlier == attacker; }
        if (!before) { return true; }
    }
    return false;
}

// The best the side `white` can do by taking on `target`, or not.
inline int exchange_by_taking(const Board& board, int target, bool white) {
    constexpr std::array<char, 6> Order{'p', 'n', 'b', 'r', 'q', 'k'};
    const std::vector<int> attackers = attackers_of(board, target, white);
    for (const char kind : Order) {
        for (const int from : attackers) {
            if (kind_of(at(board, from)) != kind) { continue; }
            Board next = board;
            at(next, target) = at(board, from);
            at(next, from) = '.';
            // A king may not take what is protected, even by a pinned piece; the others not if they are pinned.
            const bool may_take =
                kind == 'k' ? attackers_of(next, target, !white).empty() : !held_back(board, from, target);
            if (!may_take) { continue; }
            const int gain = exchange_value(at(board, target)) - exchange_by_taking(next, target, !white);
            return std::max(0, gain);
        }
    }
    return 0;
}

// What the move wins in the end.
inline int exchange(const Board& board, Move move) {
    if (move.is_castling()) { return 0; }
    const Board next = after(board, move);
    const int to = index_of(move.to());
    int gain = move.is_en_passant() ? 100 : exchange_value(at(board, to));
    if (move.is_promotion()) { gain += exchange_value(at(next, to)) - 100; }
    return gain - exchange_by_taking(next, to, next.white_to_move);
}

}  // namespace skua::reference
