// The scale on which positions are judged.
#pragma once

#include <cstdint>

namespace skua {

// Centipawns from the side to move's view, with room at the ends for certain results.
using Score = int;
// Plies of search still to come, and plies from the root.
using Depth = int;
using Ply = int;

inline constexpr Ply MaxPly = 246;

inline constexpr Score DrawScore = 0;
inline constexpr Score MateScore = 32000;
inline constexpr Score InfiniteScore = 32001;
inline constexpr Score NoScore = 32002;
// At least this: mate in some number of plies that a search can see.
inline constexpr Score MateBound = MateScore - MaxPly;
// Between this and MateBound: a win known from tables, but not how many moves it takes.
inline constexpr Score WinBound = MateBound - 1 - MaxPly;
// Evaluations stay below all that.
inline constexpr Score MaxEvaluation = WinBound - 1;

constexpr Score mate_in(Ply ply) { return MateScore - ply; }
constexpr Score mated_in(Ply ply) { return -MateScore + ply; }
constexpr bool is_mate(Score score) { return score >= MateBound || score <= -MateBound; }
constexpr bool is_win(Score score) { return score >= WinBound; }
constexpr bool is_loss(Score score) { return score <= -WinBound; }
constexpr bool is_decisive(Score score) { return is_win(score) || is_loss(score); }

// A value for the middlegame and one for the endgame, added and scaled together.
struct Pair {
    int middlegame = 0;
    int endgame = 0;

    constexpr Pair& operator+=(Pair other) {
        middlegame += other.middlegame;
        endgame += other.endgame;
        return *this;
    }
    constexpr Pair& operator-=(Pair other) {
        middlegame -= other.middlegame;
        endgame -= other.endgame;
        return *this;
    }
    friend constexpr Pair operator+(Pair a, Pair b) { return a += b; }
    friend constexpr Pair operator-(Pair a, Pair b) { return a -= b; }
    constexpr Pair operator-() const { return {-middlegame, -endgame}; }
    constexpr bool operator==(const Pair&) const = default;
};

}  // namespace skua
