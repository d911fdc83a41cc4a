// The network's numbers, and the file they come in.
//
// A file: 64 bytes of header, then the numbers, little-endian, in the order of the members below. Header: the magic
// "SKUANNUE", then as 32-bit numbers version, inputs, hidden size, output buckets, hidden unit, output unit,
// centipawns, bytes of numbers, their checksum (FNV-1a); the rest is zero.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "eval/nnue/architecture.h"

namespace skua::nnue {

inline constexpr std::size_t HeaderSize = 64;
inline constexpr std::uint32_t FileVersion = 1;

struct alignas(64) Network {
    std::array<std::array<std::int16_t, Hidden>, Inputs> input_weights;
    std::array<std::int16_t, Hidden> hidden_bias;
    // For the side to move, then for the other.
    std::array<std::array<std::array<std::int16_t, Hidden>, 2>, OutputBuckets> output_weights;
    std::array<std::int32_t, OutputBuckets> output_bias;  // in HiddenUnit * OutputUnit
};

struct NetworkHeader {
    std::uint32_t version = 0;
    std::uint32_t inputs = 0;
    std::uint32_t hidden = 0;
    std::uint32_t buckets = 0;
    std::uint32_t hidden_unit = 0;
    std::uint32_t output_unit = 0;
    std::uint32_t centipawns = 0;
    std::uint32_t bytes = 0;
    std::uint32_t checksum = 0;
};
// Of any network of Skua's, also of another shape.
Result<NetworkHeader> parse_header(std::span<const std::uint8_t> bytes);

// From the bytes of a file; or why they are no network for this program.
Result<std::unique_ptr<const Network>> parse_network(std::span<const std::uint8_t> bytes);
// The bytes of a file: all 16-bit numbers in order, then the output biases, one for each bucket. A trainer may make
// nets of another hidden size than this program reads.
std::vector<std::uint8_t> make_file(std::size_t hidden, std::span<const std::int16_t> weights,
                                    std::span<const std::int32_t> output_bias);
std::vector<std::uint8_t> to_bytes(const Network& network);

// The reason names the file.
Result<NetworkHeader> load_header(const std::string& path);
Result<std::shared_ptr<const Network>> load_network(const std::string& path);
// The one in the program, and the checksum in its file.
std::shared_ptr<const Network> embedded_network();
std::uint32_t embedded_checksum();

}  // namespace skua::nnue
