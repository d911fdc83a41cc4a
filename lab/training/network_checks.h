// skua-lab net: looks at networks.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "eval/nnue/network.h"
#include "lab/training/trainer.h"

namespace skua::lab {

// How far the network of the engine is from the real numbers it was made of, in centipawns.
struct NetDifference {
    std::uint64_t positions = 0;
    double mean = 0;
    double largest = 0;
};
NetDifference compare_with_real_numbers(const nnue::Network& network, const NetShape& shape, const NetNumbers& numbers,
                                        std::uint64_t positions, std::uint64_t seed);

// Random moves, some of them taken back: where the network, kept up to date move by move, says something else than
// anew, or where colours or the side of the board make a difference. There should be no such position.
struct NetAgreement {
    std::uint64_t compared = 0;  // positions; about every other one
    std::uint64_t wrong = 0;
};
NetAgreement compare_paths(std::shared_ptr<const nnue::Network> network, std::uint64_t moves, std::uint64_t seed);

int run_net(std::span<const std::string_view> arguments);

}  // namespace skua::lab
