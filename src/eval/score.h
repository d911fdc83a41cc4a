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

// A value for the middlegame and one for the endgame, added and scaled together: both in one integer, the endgame in
// its upper half, so that one addition serves both. Each half must stay within 16 bits.
class Pair {
public:
    constexpr Pair() = default;
    constexpr Pair(int middlegame, int endgame) : both_(endgame * 65536 + middlegame) {}

    [[nodiscard]] constexpr int middlegame() const { return static_cast<std::int16_t>(both_ & 0xFFFF); }
    [[nodiscard]] constexpr int endgame() const {
        // What the lower half borrowed from the upper one is given back.
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

}  // namespace skua
