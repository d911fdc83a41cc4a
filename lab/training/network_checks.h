// Checks of a finished network: against the floating-point weights it was made from, and against itself.
#pragma once

#include <cstdint>
#include <memory>

#include "eval/nnue/network.h"
#include "lab/training/model.h"

namespace skua::lab {

// How far the quantised network is from its floating-point weights, in centipawns, over positions of random games.
struct QuantisationError {
    std::uint64_t positions = 0;
    double mean = 0;
    double largest = 0;
};
QuantisationError measure_quantisation(const nnue::Network& network, const NetShape& shape, const NetWeights& weights,
                                       std::uint64_t positions, std::uint64_t seed);

// Follows random moves, some of them taken back, and counts positions where the incrementally updated network differs
// from one computed from scratch, or from that of the position with colours exchanged or mirrored. There should be
// none.
struct UpdateCheck {
    std::uint64_t compared = 0;  // positions: about every other one
    std::uint64_t wrong = 0;
};
UpdateCheck check_updates(std::shared_ptr<const nnue::Network> network, std::uint64_t moves, std::uint64_t seed);

}  // namespace skua::lab
