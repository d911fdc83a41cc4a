// The functions that evaluate the families of terms, one file each. Except where a side is given, each looks at both
// sides and adds what it finds to the sink.
#pragma once

#include "eval/classical/context.h"
#include "eval/classical/sink.h"

namespace skua::classical {

// Material and placement of all pieces, from scratch; ClassicalEvaluator updates this sum incrementally.
template <typename Sink>
void evaluate_placement(const Position& position, Sink& sink);
// The contribution of one piece to it, from White's view.
Pair value_on(const Weights& weights, Piece piece, Square square);

// Which pieces go well together.
template <typename Sink>
void evaluate_imbalance(const Position& position, Sink& sink);

// Pawn structure, from the pawns alone; also finds the passed pawns and the attack spans.
template <typename Sink>
void evaluate_pawns(const Position& position, PawnFacts& facts, Sink& sink);

// Mobility, and good and bad squares of each piece; also fills the context's attack maps.
template <typename Sink>
void evaluate_pieces(Context& context, Sink& sink);

// Pawn shelter and pawn storm of one king; depends on the pawns and his square alone.
template <typename Sink>
void evaluate_shelter(const Position& position, Color side, Sink& sink);

// Castling rights, enemy pieces near the kings, and king danger.
template <typename Sink>
void evaluate_kings(const Context& context, Sink& sink);

template <typename Sink>
void evaluate_passed(const Context& context, Sink& sink);

template <typename Sink>
void evaluate_threats(const Context& context, Sink& sink);

template <typename Sink>
void evaluate_space(const Context& context, Sink& sink);

// How much of an endgame advantage can be turned into a win: complexity, then the scale.
template <typename Sink>
void evaluate_winnability(const Context& context, Sink& sink);

// All families together, from scratch.
template <typename Sink>
void evaluate_all(const Position& position, Sink& sink);

}  // namespace skua::classical
