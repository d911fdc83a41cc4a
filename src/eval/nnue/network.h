// The quantised weights of a network, and the file format they are stored in.
//
// A file has a header of 64 bytes, then the weights, little-endian, in the order of Network's members. The header has
// the magic "SKUANNUE", then as 32-bit numbers the version, the number of inputs, the hidden size, the number of output
// buckets, QA, QB, the evaluation scale, the size of the weights in bytes and their checksum (FNV-1a); the rest is
// zero.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "eval/nnue/architecture.h"

namespace skua::nnue {

// The first bytes of every file.
inline constexpr std::string_view Magic = "SKUANNUE";
inline constexpr std::size_t HeaderSize = 64;
inline constexpr std::uint32_t FileVersion = 1;

struct alignas(64) Network {
    std::array<std::array<std::int16_t, Hidden>, Inputs> input_weights;
    std::array<std::int16_t, Hidden> hidden_bias;
    // The first half is for the side to move, the second for the other side.
    std::array<std::array<std::array<std::int16_t, Hidden>, 2>, OutputBuckets> output_weights;
    std::array<std::int32_t, OutputBuckets> output_bias;  // scaled by QA * QB
};

struct NetworkHeader {
    std::uint32_t version = 0;
    std::uint32_t inputs = 0;
    std::uint32_t hidden = 0;
    std::uint32_t buckets = 0;
    std::uint32_t qa = 0;
    std::uint32_t qb = 0;
    std::uint32_t eval_scale = 0;
    std::uint32_t bytes = 0;
    std::uint32_t checksum = 0;
};
// Reads the header of any Skua network, whatever its size.
Result<NetworkHeader> parse_header(std::span<const std::uint8_t> bytes);

// Returns why this program can't use a file of this size with this header; nothing if it can.
std::optional<Error> cant_use(const NetworkHeader& header, std::size_t file_size);

// Reads a whole file; the error says why this program can't use it.
Result<std::unique_ptr<const Network>> parse_network(std::span<const std::uint8_t> bytes);
// Returns the bytes of a file. `weights` are all 16-bit weights in order; `output_bias` has one value for each output
// bucket. The sizes need not be this program's: a trainer may make networks of any size.
std::vector<std::uint8_t> make_file(std::size_t inputs, std::size_t hidden, std::span<const std::int16_t> weights,
                                    std::span<const std::int32_t> output_bias);

// What make_file puts into a file, for a network of any size.
struct NetworkFile {
    NetworkHeader header;
    std::vector<std::int16_t> weights;
    std::vector<std::int32_t> output_bias;
};
Result<NetworkFile> parse_file(std::span<const std::uint8_t> bytes);

// These read from disk; the error names the file.
Result<NetworkHeader> load_header(const std::string& path);
Result<std::shared_ptr<const Network>> load_network(const std::string& path);
// Returns the network that is embedded in the program, or why it can't be used: the build may have been given a wrong
// file. It is parsed once.
const Result<std::shared_ptr<const Network>>& load_embedded_network();
// Returns the same network, or null if it can't be used.
std::shared_ptr<const Network> embedded_network();
// Returns the checksum in its header.
std::uint32_t embedded_checksum();

}  // namespace skua::nnue
