// The families of terms, one file each. Every function looks at both colours and puts what it finds into the sink.
#pragma once

#include "eval/classical/context.h"
#include "eval/classical/sink.h"

namespace skua::classical {

// Material and placement of all pieces, from scratch; the search keeps this sum from move to move.
template <typename Sink>
void evaluate_placement(const Position& position, Sink& sink);
// The share of one piece in it, White's view.
Pair value_on(const Weights& weights, Piece piece, Square square);

// Which pieces go well together.
template <typename Sink>
void evaluate_imbalance(const Position& position, Sink& sink);

// Pawn structure, from the pawns alone; finds the passed pawns and the attack spans.
template <typename Sink>
void evaluate_pawns(const Position& position, PawnFacts& facts, Sink& sink);

// Mobility and the piece's own good and bad places; fills the context's attack maps.
template <typename Sink>
void evaluate_pieces(Context& context, Sink& sink);

// The king among the pawns: shelter and storm. Depends on the pawns and his square alone.
template <typename Sink>
void evaluate_shelter(const Position& position, Color side, Sink& sink);

// The king among the pieces: castling, what stands near, the danger he is in.
template <typename Sink>
void evaluate_kings(const Context& context, Sink& sink);

template <typename Sink>
void evaluate_passed(const Context& context, Sink& sink);

template <typename Sink>
void evaluate_threats(const Context& context, Sink& sink);

template <typename Sink>
void evaluate_space(const Context& context, Sink& sink);

// How much of an endgame advantage can be won: complexity, then the scale.
template <typename Sink>
void evaluate_prospects(const Context& context, Sink& sink);

// All families together, from scratch.
template <typename Sink>
void evaluate_all(const Position& position, Sink& sink);

}  // namespace skua::classical
