// How well moves and games were played, by their scores alone.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "chess/types.h"
#include "engine/wdl.h"

namespace skua {

// Of 100 games from here, the points that a side expects to make: 100 is a certain win, 50 an even game.
using ExpectedPoints = double;

ExpectedPoints expected_points(const Wdl& chances);
ExpectedPoints expected_points(const ShownScore& score);

// What is said of a move in one word. The last three are errors: after them their side expects fewer points than after
// the best move.
enum class MoveLabel : std::uint8_t {
    None,
    Book,    // all moves so far are in the opening book; mistakes and blunders are called so even there
    Forced,  // there was no other legal move
    Only,    // all other moves lose at least as much as a mistake does
    Best,
    Inaccuracy,
    Mistake,
    Blunder
};

constexpr bool is_error(MoveLabel label) { return label >= MoveLabel::Inaccuracy; }

// The points that a move must lose to be called so: the limits that lichess uses.
inline constexpr ExpectedPoints InaccuracyLoss = 5;
inline constexpr ExpectedPoints MistakeLoss = 10;
inline constexpr ExpectedPoints BlunderLoss = 15;

// Compares the best move's score with the played one's, both from the view of the side that moves. A mate that is lost
// or allowed is an error by itself, a smaller one where the game was decided anyway; a mate that only takes longer is
// none, nor is a tablebase win instead. The answer is an error or MoveLabel::None.
MoveLabel error_label(const ShownScore& best, const ShownScore& played);

// "book", "forced", "only", "best", "inaccuracy", "mistake", "blunder"; empty for none.
std::string_view name_of(MoveLabel label);

// ------------------------------------------------------------------ a side's play

// The accuracy of one move, 0 to 100, by lichess's formula: it falls exponentially with the points that the move lost.
double move_accuracy(ExpectedPoints before, ExpectedPoints after);

// What one move of a side's play contributes to its accuracy.
struct WeighedMove {
    double accuracy = 0;
    double weight = 1;
};
// The accuracy of several moves, by lichess's formula: the mean of the weighted and the harmonic mean. 100 for none.
double combined_accuracy(std::span<const WeighedMove> moves);

// The weight of each move of a game: the spread of the expected points around it, so that moves of exciting phases
// count more. `white_points` are White's, before the first move and after each; the result has one number a move.
std::vector<double> move_weights(std::span<const ExpectedPoints> white_points);

// The centipawns that a move lost, from the view of the side that moves; evaluations beyond 10 pawns count as 10, and
// so do mates.
int centipawn_loss(const ShownScore& best, const ShownScore& played);

}  // namespace skua
