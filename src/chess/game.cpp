#include "chess/game.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "chess/movegen.h"

namespace skua {

namespace {

// All reversible moves of a piece on an empty board, found by the difference they make to the key. A cuckoo hash: each
// move lies in one of two places.
class ReversibleMoves {
public:
    ReversibleMoves() {
        for (const Color color : Colors) {
            for (const PieceType type : PieceTypes) {
                if (type == PieceType::Pawn) { continue; }
                for (const Square a : FullBoard) {
                    for (const Square b : piece_attacks(type, a, EmptyBoard)) {
                        if (a < b) { insert(make_piece(color, type), a, b); }
                    }
                }
            }
        }
    }

    // Returns the two squares of the move that makes this difference; nothing if no single move does.
    [[nodiscard]] Move find(Key difference) const {
        for (const std::size_t place : {first_place(difference), second_place(difference)}) {
            if (entries_[place].difference == difference) { return entries_[place].move; }
        }
        return Move::none();
    }

private:
    struct Entry {
        Key difference = 0;
        Move move;
    };
    static constexpr std::size_t Size = 8192;

    static std::size_t first_place(Key key) { return key & (Size - 1); }
    static std::size_t second_place(Key key) { return (key >> 16) & (Size - 1); }

    void insert(Piece piece, Square a, Square b) {
        Entry entry{Zobrist.piece[piece][a] ^ Zobrist.piece[piece][b] ^ Zobrist.black_to_move, Move::normal(a, b)};
        std::size_t place = first_place(entry.difference);
        while (true) {
            std::swap(entries_[place], entry);
            if (entry.move.is_none()) { return; }
            // The entry that was there moves to its other place.
            place =
                place == first_place(entry.difference) ? second_place(entry.difference) : first_place(entry.difference);
        }
    }

    std::array<Entry, Size> entries_;
};

const ReversibleMoves& reversible_moves() {
    static const ReversibleMoves moves;
    return moves;
}

}  // namespace

Game::Game(const Position& start) : positions_{start}, keys_{start.key()} {}

void Game::play(Move move) {
    const Position& before = positions_.back();
    positions_.push_back(before);
    positions_.back().play(move);
    keys_.push_back(positions_.back().key());
    moves_.push_back(move);
}

void Game::play(Move move, BoardDelta& delta) {
    const Position& before = positions_.back();
    positions_.push_back(before);
    positions_.back().play(move, delta);
    keys_.push_back(positions_.back().key());
    moves_.push_back(move);
}

void Game::play_null() {
    const Position& before = positions_.back();
    positions_.push_back(before);
    positions_.back().play_null();
    keys_.push_back(positions_.back().key());
    moves_.push_back(Move::none());
}

void Game::undo() {
    assert(!moves_.empty());
    positions_.pop_back();
    keys_.pop_back();
    moves_.pop_back();
}

void Game::reserve(int plies) {
    const std::size_t count = positions_.size() + static_cast<std::size_t>(plies);
    positions_.reserve(count);
    keys_.reserve(count);
    moves_.reserve(count);
}

int Game::earlier_occurrences() const {
    const int reach = std::min(position().reversible_plies(), ply());
    int count = 0;
    for (int back = 4; back <= reach; back += 2) { count += key_before(back) == key_before(0) ? 1 : 0; }
    return count;
}

bool Game::is_repetition(int ply_from_root) const {
    const int reach = std::min(position().reversible_plies(), ply());
    bool seen = false;
    for (int back = 4; back <= reach; back += 2) {
        if (key_before(back) != key_before(0)) { continue; }
        if (back < ply_from_root || seen) { return true; }
        seen = true;
    }
    return false;
}

bool Game::has_upcoming_repetition(int ply_from_root) const {
    const Position& here = position();
    const int reach = std::min(here.reversible_plies(), ply());
    if (reach < 3) { return false; }

    const ReversibleMoves& moves = reversible_moves();
    for (int back = 3; back <= reach; back += 2) {
        const Move move = moves.find(key_before(0) ^ key_before(back));
        if (move.is_none()) { continue; }
        if ((between(move.from(), move.to()) & here.pieces()).any()) { continue; }
        // The piece that stands on the wrong square must be ours to move back.
        const Square mover = here.is_empty(move.from()) ? move.to() : move.from();
        if (color_of(here.piece_on(mover)) != here.side_to_move()) { continue; }
        if (back < ply_from_root) { return true; }
        // At or before the root the position must have occurred twice.
        for (int earlier = back + 4; earlier <= reach; earlier += 2) {
            if (key_before(earlier) == key_before(back)) { return true; }
        }
    }
    return false;
}

bool Game::is_fifty_move_draw() const {
    return position().halfmove_clock() >= 100 && (!position().in_check() || has_legal_move(position()));
}

GameState Game::state() const {
    if (!has_legal_move(position())) { return position().in_check() ? GameState::Checkmate : GameState::Stalemate; }
    if (position().is_insufficient_material()) { return GameState::InsufficientMaterial; }
    if (position().halfmove_clock() >= 100) { return GameState::FiftyMoves; }
    if (earlier_occurrences() >= 2) { return GameState::Repetition; }
    return GameState::Ongoing;
}

GameResult Game::result() const {
    switch (state()) {
        case GameState::Ongoing: return GameResult::Unfinished;
        case GameState::Checkmate: return win_for(~position().side_to_move());
        default: return GameResult::Draw;
    }
}

}  // namespace skua
