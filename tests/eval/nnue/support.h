// Networks for tests, and the files they are stored in.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/prng.h"
#include "eval/nnue/network.h"

namespace skua::nnue {

// The accumulators of this network reach both ends of the clipping.
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

// Writes a network in the format of its files.
inline std::vector<std::uint8_t> to_bytes(const Network& network) {
    std::vector<std::int16_t> weights;
    const auto append = [&](const std::array<std::int16_t, Hidden>& row) {
        weights.insert(weights.end(), row.begin(), row.end());
    };
    for (const auto& row : network.input_weights) { append(row); }
    append(network.hidden_bias);
    for (const auto& bucket : network.output_weights) {
        for (const auto& side : bucket) { append(side); }
    }
    return make_file(Inputs, Hidden, weights, network.output_bias);
}

}  // namespace skua::nnue
