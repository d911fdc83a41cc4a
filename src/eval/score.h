// The scale of scores.
#pragma once

#include <cstdint>

#include "chess/types.h"

namespace skua {

// Centipawns, with room at the ends for certain results; from the side to move's view unless a comment says otherwise.
using Score = int;
// Depth counts the plies that are still to be searched, Ply those from the root.
using Depth = int;
using Ply = int;

inline constexpr Ply MaxPly = 246;

inline constexpr Score DrawScore = 0;
inline constexpr Score MateScore = 32000;
inline constexpr Score InfiniteScore = 32001;
inline constexpr Score NoScore = 32002;
// Scores of at least MateBound are a mate within the plies that a search can see.
inline constexpr Score MateBound = MateScore - MaxPly;
// Scores from WinBound up to MateBound are a win known from tablebases, which don't say in how many moves.
inline constexpr Score WinBound = MateBound - 1 - MaxPly;
// An evaluation is never a certain result.
inline constexpr Score MaxEvaluation = WinBound - 1;

// A win by reaching, at this ply, a position that the tablebases know as won.
constexpr Score tablebase_win_in(Ply ply) { return MateBound - 1 - ply; }
constexpr Score mate_in(Ply ply) { return MateScore - ply; }
constexpr Score mated_in(Ply ply) { return -MateScore + ply; }
constexpr bool is_mate(Score score) { return score >= MateBound || score <= -MateBound; }
constexpr bool is_win(Score score) { return score >= WinBound; }
constexpr bool is_loss(Score score) { return score <= -WinBound; }
constexpr bool is_decisive(Score score) { return is_win(score) || is_loss(score); }

// Converts a score from White's view to that of `side`, or back.
constexpr Score relative_score(Color side, Score score) { return side == Color::White ? score : -score; }

// A middlegame and an endgame value in one integer, the endgame value in its upper half, so that one addition or
// multiplication serves both. Each half must stay within 16 bits.
class Pair {
public:
    constexpr Pair() = default;
    constexpr Pair(int middlegame, int endgame) : both_(endgame * 65536 + middlegame) {}

    [[nodiscard]] constexpr int middlegame() const { return static_cast<std::int16_t>(both_ & 0xFFFF); }
    [[nodiscard]] constexpr int endgame() const {
        // A negative lower half has borrowed one from the upper half; adding 0x8000 gives it back.
        return static_cast<std::int16_t>((static_cast<std::uint32_t>(both_) + 0x8000U) >> 16);
    }

    constexpr Pair& operator+=(Pair other) {
        both_ += other.both_;
        return *this;
    }
    constexpr Pair& operator-=(Pair other) {
        both_ -= other.both_;
        return *this;
    }
    constexpr Pair& operator*=(int factor) {
        both_ *= factor;
        return *this;
    }
    friend constexpr Pair operator+(Pair a, Pair b) { return a += b; }
    friend constexpr Pair operator-(Pair a, Pair b) { return a -= b; }
    friend constexpr Pair operator*(Pair a, int factor) { return a *= factor; }
    constexpr Pair operator-() const { return Pair() - *this; }
    constexpr bool operator==(const Pair&) const = default;

private:
    std::int32_t both_ = 0;
};

constexpr Pair relative_score(Color side, Pair value) { return side == Color::White ? value : -value; }

}  // namespace skua
