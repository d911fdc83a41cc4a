// The history heuristics: what the search has learned about moves, each table a type with one way in and one way out.
//
// All believe that a move that was good in similar nodes is good here, and differ in what they take for similar. The
// worth given is the Elo that the engine lost without the table (150 games at 8,000 nodes a move, 757444f, 2026-11-16;
// docs/experiments). Errors of 45 Elo cannot tell small gains from small losses; longer matches will decide those.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "base/enum_array.h"
#include "chess/position.h"
#include "eval/score.h"

namespace skua {

// A number with gravity: each bonus covers the same share of the distance left to +-Limit, so it never overflows and
// the latest bonuses weigh most.
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

// Butterfly history with threats: quiet moves by side, origin and target, separately for squares that the enemy attacks
// or does not attack, because leaving an attacked square is not the same as entering one. False when the rest of the
// board matters more. Worth 56 +- 46.
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

// One value for each piece and the square it moves to.
using PieceToHistory = EnumArray<Piece, EnumArray<Square, History>>;

// Continuation history: how well a move follows an earlier one, with a table of replies for each earlier piece and
// target. False when the two moves have nothing to do with each other. Worth 12 +- 44.
class ContinuationHistory {
public:
    [[nodiscard]] PieceToHistory& after(Piece piece, Square to) { return values_[piece][to]; }
    void clear() { values_.fill({}); }

private:
    EnumArray<Piece, EnumArray<Square, PieceToHistory>> values_;
};

// Pawn history: quiet moves in a given pawn structure. False when the plan depends on the pieces. Worth -26 +- 46,
// which is nothing that 150 games can show; it stays because a structure lasts for longer games and deeper searches
// than those.
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

// Capture history: captures and queen promotions by piece, target and victim (PieceType::None has a row of its own).
// False when the exchange decides. Worth -12 +- 43, which is nothing that 150 games can show; it stays because
// late-move reductions and SEE pruning of captures are tuned with it.
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

// Countermove heuristic: the quiet move that last refuted the opponent's previous move will refute it again. False when
// the position around it has changed. Worth 40 +- 47.
class CountermoveTable {
public:
    // Returns Move::none() when there is no previous move or nothing is known.
    [[nodiscard]] Move get(Move previous) const {
        return previous.is_none() ? Move::none() : replies_[previous.from()][previous.to()];
    }
    // Without a previous move (at the root, after a null move) nothing is stored.
    void set(Move previous, Move reply) {
        if (!previous.is_none()) { replies_[previous.from()][previous.to()] = reply; }
    }
    void clear() { replies_.fill({}); }

private:
    alignas(64) EnumArray<Square, EnumArray<Square, Move>> replies_;
};

// Killer heuristic: the last two quiet moves that caused cutoffs at this ply refute sibling nodes as well. False when
// the sibling parries them. Worth 7 +- 49.
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

// Low-ply history: quiet moves near the root of this search, by ply. Those nodes are visited again in every iteration,
// so their own past says more than that of other nodes. False when the moves before differ. Worth 5 +- 7 in the
// screening at 8,000 nodes a move (2026-11-18; docs/experiments).
class LowPlyHistory {
public:
    static constexpr Ply Plies = 4;

    [[nodiscard]] int get(Ply ply, Move move) const {
        return ply < Plies ? values_[static_cast<std::size_t>(ply)][move.from()][move.to()].get() : 0;
    }
    void add(Ply ply, Move move, int bonus) {
        if (ply < Plies) { values_[static_cast<std::size_t>(ply)][move.from()][move.to()].add(bonus); }
    }
    void clear() { values_.fill({}); }

private:
    std::array<EnumArray<Square, EnumArray<Square, History>>, static_cast<std::size_t>(Plies)> values_;
};

// The histories of one thread.
struct Histories {
    ButterflyHistory butterfly;
    ContinuationHistory continuation;
    PawnHistory pawn;
    CaptureHistory capture;
    CountermoveTable countermoves;
    LowPlyHistory low_ply;  // of the present search alone

    void clear() {
        butterfly.clear();
        continuation.clear();
        pawn.clear();
        capture.clear();
        countermoves.clear();
        low_ply.clear();
    }
};

}  // namespace skua
