// What the search has learned about moves: every table a type with one way in and one way out.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "base/enum_array.h"
#include "chess/position.h"
#include "eval/score.h"

namespace skua {

// A number that moves towards +-Limit: each bonus takes the same share of the way still to go, so it never overflows
// and the latest lessons weigh most.
template <int Limit>
class HistoryValue {
public:
    [[nodiscard]] int get() const { return value_; }
    void add(int bonus) {
        const int bounded = bonus < -Limit ? -Limit : bonus > Limit ? Limit : bonus;
        value_ = static_cast<std::int16_t>(value_ + bounded - value_ * std::abs(bounded) / Limit);
    }

private:
    std::int16_t value_ = 0;
};

inline constexpr int HistoryLimit = 16384;
using History = HistoryValue<HistoryLimit>;

// Quiet moves by origin and target, told apart by whether the enemy attacks these squares: fleeing is not the same as
// walking into an attack.
class ButterflyHistory {
public:
    [[nodiscard]] int get(Color side, Bitboard threats, Move move) const {
        return values_[side][threatened(threats, move)][move.from()][move.to()].get();
    }
    void add(Color side, Bitboard threats, Move move, int bonus) {
        values_[side][threatened(threats, move)][move.from()][move.to()].add(bonus);
    }
    void clear() { values_.fill({}); }

private:
    static std::size_t threatened(Bitboard threats, Move move) {
        return (threats.contains(move.from()) ? 2U : 0U) + (threats.contains(move.to()) ? 1U : 0U);
    }
    EnumArray<Color, std::array<EnumArray<Square, EnumArray<Square, History>>, 4>> values_;
};

// A piece arriving on a square.
using PieceToHistory = EnumArray<Piece, EnumArray<Square, History>>;

// How well a move follows an earlier one: for each earlier piece and target a table of replies.
class ContinuationHistory {
public:
    [[nodiscard]] PieceToHistory& after(Piece piece, Square to) { return values_[piece][to]; }
    void clear() { values_.fill({}); }

private:
    EnumArray<Piece, EnumArray<Square, PieceToHistory>> values_;
};

// Quiet moves in a given pawn structure.
class PawnHistory {
public:
    [[nodiscard]] int get(Key pawn_key, Piece piece, Square to) const {
        return values_[pawn_key % Size][piece][to].get();
    }
    void add(Key pawn_key, Piece piece, Square to, int bonus) { values_[pawn_key % Size][piece][to].add(bonus); }
    void clear() { values_.fill({}); }

private:
    static constexpr std::size_t Size = 512;
    std::array<PieceToHistory, Size> values_;
};

// Captures and promotions, by mover, target and victim (PieceType::None becomes its own row).
class CaptureHistory {
public:
    [[nodiscard]] int get(Piece piece, Square to, PieceType victim) const {
        return values_[piece][to][row(victim)].get();
    }
    void add(Piece piece, Square to, PieceType victim, int bonus) { values_[piece][to][row(victim)].add(bonus); }
    void clear() { values_.fill({}); }

private:
    static std::size_t row(PieceType victim) { return static_cast<std::size_t>(victim); }
    EnumArray<Piece, EnumArray<Square, std::array<History, 7>>> values_;
};

// The quiet move that last refuted the opponent's previous move.
class CountermoveTable {
public:
    // Move::none() when there is no previous move or nothing is known.
    [[nodiscard]] Move get(Move previous) const {
        return previous.is_none() ? Move::none() : replies_[previous.from()][previous.to()];
    }
    // No previous move (the root, after a null move): nothing is stored.
    void set(Move previous, Move reply) {
        if (!previous.is_none()) { replies_[previous.from()][previous.to()] = reply; }
    }
    void clear() { replies_.fill({}); }

private:
    alignas(64) EnumArray<Square, EnumArray<Square, Move>> replies_;
};

// Two quiet moves that caused cutoffs at this distance from the root.
class Killers {
public:
    [[nodiscard]] Move first() const { return moves_[0]; }
    [[nodiscard]] Move second() const { return moves_[1]; }
    [[nodiscard]] bool contains(Move move) const { return move == moves_[0] || move == moves_[1]; }
    void add(Move move) {
        if (move == moves_[0]) { return; }
        moves_[1] = moves_[0];
        moves_[0] = move;
    }
    void clear() { moves_ = {}; }

private:
    std::array<Move, 2> moves_;
};

// All that one thread has learned about moves.
struct Histories {
    ButterflyHistory butterfly;
    ContinuationHistory continuation;
    PawnHistory pawn;
    CaptureHistory capture;
    CountermoveTable countermoves;

    void clear() {
        butterfly.clear();
        continuation.clear();
        pawn.clear();
        capture.clear();
        countermoves.clear();
    }
};

}  // namespace skua
