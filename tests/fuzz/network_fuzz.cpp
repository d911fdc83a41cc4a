// Reads any bytes as a network, and as weights behind a header and checksum that are right. An accepted network must be
// able to evaluate.
//
// A whole network takes milliseconds to make, so the header is checked for every input, but the weights only for one
// input in 4096, which a hash of the input chooses.
#include <algorithm>
#include <span>
#include <vector>

#include "base/checksum.h"
#include "eval/nnue/nnue.h"
#include "eval/nnue/support.h"
#include "fuzz_support.h"

namespace skua::nnue {
namespace {

constexpr std::size_t PayloadSize = sizeof(std::int16_t) * (Inputs * Hidden + Hidden + OutputBuckets * 2 * Hidden) +
                                    sizeof(std::int32_t) * OutputBuckets;

void check_file(std::span<const std::uint8_t> bytes) {
    const auto network = parse_network(bytes);
    if (!network) {
        require(!network.error().empty());
        return;
    }
    require(to_bytes(**network) == std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
    const Score score = raw_evaluate(**network, Position());
    require(score >= -MaxEvaluation && score <= MaxEvaluation);
}

// The input as a header: as it is, and with the right magic. A header is usable exactly if its file is of the right
// size.
void check_header(std::span<const std::uint8_t> bytes) {
    std::vector<std::uint8_t> header = make_file(Inputs, Hidden, {}, std::vector<std::int32_t>(OutputBuckets));
    header.resize(HeaderSize);
    std::copy_n(bytes.begin(), std::min(bytes.size(), HeaderSize - 8), header.begin() + 8);
    const Result<NetworkHeader> parsed = parse_header(header);
    if (!parsed) {
        require(!parsed.error().empty());
        return;
    }
    for (const std::size_t size : {std::size_t{0}, HeaderSize, HeaderSize + PayloadSize, HeaderSize + parsed->bytes}) {
        const std::optional<Error> error = cant_use(*parsed, size);
        require(error ? !error->message.empty() : size == HeaderSize + PayloadSize && parsed->bytes == PayloadSize);
    }
}

// The input, repeated, as weights behind a right header.
void check_weights(std::span<const std::uint8_t> bytes) {
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
    check_file(make_file(Inputs, Hidden, weights, biases));
}

void check(std::span<const std::uint8_t> bytes) {
    check_file(bytes);
    check_header(bytes);
    if (!bytes.empty() && fnv1a(bytes) % 4096 == 0) { check_weights(bytes); }
}

}  // namespace
}  // namespace skua::nnue

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    skua::nnue::check(std::span(data, size));
    return 0;
}
