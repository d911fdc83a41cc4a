// What a tablebase knows of a position, always from the view of the side to move.
#pragma once

#include <cstdint>

namespace skua::tablebase {

// A cursed win or blessed loss would be decided by mate, but the fifty-move rule comes first.
enum class Outcome : std::int8_t { Loss = -2, BlessedLoss = -1, Draw = 0, CursedWin = 1, Win = 2 };

constexpr Outcome operator-(Outcome outcome) { return static_cast<Outcome>(-static_cast<int>(outcome)); }

// +1 for every kind of win, -1 for every kind of loss, 0 for a draw.
constexpr int sign_of(Outcome outcome) { return (outcome > Outcome::Draw) - (outcome < Outcome::Draw); }
constexpr int sign_of(int number) { return (number > 0) - (number < 0); }

// The distance where a capture or pawn move reaches the outcome: that one ply, or more than the fifty-move rule allows.
constexpr int zeroing_distance(Outcome outcome) {
    const bool rule_spoils = outcome == Outcome::CursedWin || outcome == Outcome::BlessedLoss;
    return sign_of(outcome) * (rule_spoils ? 101 : 1);
}

// The most pieces, kings included, that Syzygy tables exist for.
inline constexpr int MaxPieces = 7;

}  // namespace skua::tablebase
