// What can be seen on a board and lasts: pawn structure, files, outposts, the king's shelter. The terms of the
// classical evaluation say where these are; their weights are not used.
#pragma once

#include <vector>

#include "analysis/statement.h"
#include "chess/position.h"

namespace skua {

struct PositionalFact {
    StatementKind kind{};
    Color owner{};
    std::vector<PlacedPiece> men;
    int number = 0;
    bool is_good = true;  // for its owner
    // A rough size in centipawns, to compare facts with each other and with what a move loses. It is never shown.
    int size = 0;

    // Are both about the same thing, though the men may have moved?
    [[nodiscard]] bool is_same(const PositionalFact& other) const;
};

// In the order of the kinds; White's before Black's.
std::vector<PositionalFact> facts_of(const Position& position);

// The facts that are there in each of the first positions and in none of the others, as they are in the first one.
std::vector<PositionalFact> facts_only_in(const std::vector<Position>& these, const std::vector<Position>& others);

}  // namespace skua
