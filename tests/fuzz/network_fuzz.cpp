// Any bytes as a network, and as the weights of one whose header and checksum are right: an accepted one can evaluate.
#include <algorithm>
#include <span>
#include <vector>

#include "eval/nnue/nnue.h"
#include "eval/nnue/support.h"
#include "fuzz_support.h"

namespace skua::nnue {
namespace {

void check_bytes(std::span<const std::uint8_t> bytes) {
    const auto network = parse_network(bytes);
    if (!network) {
        require(!network.error().empty());
        return;
    }
    require(to_bytes(**network) == std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
    const Score score = raw_evaluate(**network, Position());
    require(score >= -MaxEvaluation && score <= MaxEvaluation);
}

void check(std::span<const std::uint8_t> bytes) {
    check_bytes(bytes);
    if (bytes.empty()) { return; }
    std::size_t next = 0;
    const auto number = [&] {
        const std::uint8_t low = bytes[next++ % bytes.size()];
        return static_cast<std::int16_t>(low | bytes[next++ % bytes.size()] << 8);
    };
    std::vector<std::int16_t> weights(Inputs * Hidden + Hidden + OutputBuckets * 2 * Hidden);
    std::generate(weights.begin(), weights.end(), number);
    std::vector<std::int32_t> biases(OutputBuckets);
    std::generate(biases.begin(), biases.end(), [&] {
        const auto high = static_cast<std::uint32_t>(number()) << 16;
        return static_cast<std::int32_t>(high ^ static_cast<std::uint16_t>(number()));
    });
    check_bytes(make_file(Hidden, weights, biases));
}

}  // namespace
}  // namespace skua::nnue

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    skua::nnue::check(std::span(data, size));
    return 0;
}
