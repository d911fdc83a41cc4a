// skua-lab net: looks at networks.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "eval/nnue/network.h"
#include "lab/train.h"

namespace skua {

// How far the network of the engine is from the real numbers it was made of, in centipawns.
struct NetDifference {
    std::uint64_t positions = 0;
    double mean = 0;
    double largest = 0;
};
NetDifference compare_with_real_numbers(const nnue::Network& network, const NetShape& shape, const NetNumbers& numbers,
                                        std::uint64_t positions, std::uint64_t seed);

// Plays so many random moves: the positions where the network, kept up to date move by move, said
// something else than anew, or where colours or the side of the board made a difference. There should be none.
std::uint64_t count_disagreements(std::shared_ptr<const nnue::Network> network, std::uint64_t moves,
                                  std::uint64_t seed);

int run_net(std::span<const std::string_view> arguments);

}  // namespace skua
