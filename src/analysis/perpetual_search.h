// Perpetual check: checks without end, against every reply.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chess/position.h"

namespace skua {

// The line of checks by which the side to move repeats a position, whatever the opponent plays; it ends with the
// repeated position. Nothing if none was found with so many nodes. With a first move, it begins so.
std::optional<std::vector<Move>> find_perpetual(const Position& position, std::uint64_t nodes,
                                                Move first = Move::none());

}  // namespace skua
