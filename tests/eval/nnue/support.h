// Networks for tests.
#pragma once

#include <memory>

#include "base/prng.h"
#include "eval/nnue/network.h"

namespace skua::nnue {

// Hidden sums reach both ends of the clipping.
inline std::shared_ptr<const Network> random_network(std::uint64_t seed) {
    Prng prng(seed);
    const auto number = [&](int limit) {
        return static_cast<int>(prng.below(2 * static_cast<std::uint64_t>(limit) + 1)) - limit;
    };
    auto network = std::make_shared<Network>();
    for (auto& row : network->input_weights) {
        for (std::int16_t& weight : row) { weight = static_cast<std::int16_t>(number(120)); }
    }
    for (std::int16_t& bias : network->hidden_bias) { bias = static_cast<std::int16_t>(number(255)); }
    for (auto& bucket : network->output_weights) {
        for (auto& side : bucket) {
            for (std::int16_t& weight : side) { weight = static_cast<std::int16_t>(number(127)); }
        }
    }
    for (std::int32_t& bias : network->output_bias) { bias = number(20000); }
    return network;
}

}  // namespace skua::nnue
