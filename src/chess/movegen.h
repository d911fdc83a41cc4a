// Generation of legal moves.
#pragma once

#include <cstdint>

#include "chess/move.h"
#include "chess/position.h"

namespace skua {

// Which moves to generate. Noisy and Quiet together are All. In check all three yield evasions only.
enum class MoveStage : std::uint8_t {
    All,
    Noisy,  // captures, with every promotion, and promotions to a queen
    Quiet   // the rest, with underpromotions that capture nothing
};

// Adds the legal moves of the stage to the list.
void generate_moves(const Position& position, MoveStage stage, MoveList& moves);

// All legal moves.
MoveList legal_moves(const Position& position);

// The number of legal moves: much faster than making the list.
int count_legal_moves(const Position& position);

bool has_legal_move(const Position& position);

}  // namespace skua
