#include "eval/nnue/network.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/file.h"
#include "base/parse.h"

// The file that the build embeds: see embedded.S.
extern "C" {
extern const std::uint8_t SkuaNetworkBegin[];
extern const std::uint8_t SkuaNetworkEnd[];
}

namespace skua::nnue {

namespace {

constexpr std::string_view Magic = "SKUANNUE";
constexpr std::size_t PayloadSize = sizeof(std::int16_t) * (Inputs * Hidden + Hidden + OutputBuckets * 2 * Hidden) +
                                    sizeof(std::int32_t) * OutputBuckets;

std::uint32_t checksum(std::span<const std::uint8_t> bytes) {
    std::uint32_t hash = 2166136261U;
    for (const std::uint8_t byte : bytes) { hash = (hash ^ byte) * 16777619U; }
    return hash;
}

// In the order of the file.
constexpr std::array HeaderMembers{&NetworkHeader::version,    &NetworkHeader::inputs,      &NetworkHeader::hidden,
                                   &NetworkHeader::buckets,    &NetworkHeader::hidden_unit, &NetworkHeader::output_unit,
                                   &NetworkHeader::centipawns, &NetworkHeader::bytes,       &NetworkHeader::checksum};

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    template <typename Integer>
    Integer next() {
        std::make_unsigned_t<Integer> value = 0;
        for (std::size_t i = 0; i < sizeof(Integer); ++i) {
            value = static_cast<decltype(value)>(value | static_cast<decltype(value)>(bytes_[at_ + i]) << (8 * i));
        }
        at_ += sizeof(Integer);
        return static_cast<Integer>(value);
    }

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

template <typename Integer>
void append(std::vector<std::uint8_t>& bytes, Integer integer) {
    const auto value = static_cast<std::make_unsigned_t<Integer>>(integer);
    for (std::size_t i = 0; i < sizeof(Integer); ++i) { bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i))); }
}

// Calls `action` with every number of the network, in the file's order.
template <typename Net, typename Action>
void for_each_number(Net& network, Action action) {
    for (auto& row : network.input_weights) {
        for (auto& number : row) { action(number); }
    }
    for (auto& number : network.hidden_bias) { action(number); }
    for (auto& bucket : network.output_weights) {
        for (auto& side : bucket) {
            for (auto& number : side) { action(number); }
        }
    }
    for (auto& number : network.output_bias) { action(number); }
}

// What is made of the first `most` bytes of a file.
template <typename Loaded>
Result<Loaded> load(const std::string& path, std::size_t most, Result<Loaded> (*parse)(std::span<const std::uint8_t>)) {
    const auto refused = [&](const std::string& reason) {
        return Error{"the network " + in_quotes(path) + " can't be used: " + reason};
    };
    if (!is_file(path)) { return refused("it is no file"); }
    std::ifstream file(path, std::ios::binary);
    if (!file.is_open()) { return refused("it can't be opened"); }
    try {
        std::vector<std::uint8_t> bytes(most);
        file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        bytes.resize(static_cast<std::size_t>(file.gcount()));
        Result<Loaded> loaded = parse(bytes);
        if (!loaded) { return refused(loaded.error()); }
        return loaded;
    } catch (const std::bad_alloc&) { return refused("there is no memory for it"); }
}

}  // namespace

Result<NetworkHeader> parse_header(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < HeaderSize || !std::equal(Magic.begin(), Magic.end(), bytes.begin())) {
        return Error{"it is no network of Skua's"};
    }
    Reader reader(bytes.subspan(Magic.size()));
    NetworkHeader header;
    for (std::uint32_t NetworkHeader::*const member : HeaderMembers) { header.*member = reader.next<std::uint32_t>(); }
    const std::span<const std::uint8_t> rest =
        bytes.first(HeaderSize).subspan(Magic.size() + HeaderMembers.size() * sizeof(std::uint32_t));
    if (std::any_of(rest.begin(), rest.end(), [](std::uint8_t byte) { return byte != 0; })) {
        return Error{"its header is damaged"};
    }
    return header;
}

Result<std::unique_ptr<const Network>> parse_network(std::span<const std::uint8_t> bytes) {
    const Result<NetworkHeader> header = parse_header(bytes);
    if (!header) { return Error{header.error()}; }
    const auto refuse = [&](std::string_view name, std::uint32_t found, std::size_t needed) {
        return Error{"its " + std::string(name) + " is " + std::to_string(found) + ", this program needs " +
                     std::to_string(needed)};
    };
    if (header->version != FileVersion) { return refuse("version", header->version, FileVersion); }
    if (header->inputs != Inputs) { return refuse("number of inputs", header->inputs, Inputs); }
    if (header->hidden != Hidden) { return refuse("hidden size", header->hidden, Hidden); }
    if (header->buckets != OutputBuckets) { return refuse("number of output buckets", header->buckets, OutputBuckets); }
    if (header->hidden_unit != HiddenUnit || header->output_unit != OutputUnit ||
        header->centipawns != OutputCentipawns) {
        return Error{"its units are others"};
    }
    const std::span<const std::uint8_t> payload = bytes.subspan(HeaderSize);
    if (payload.size() != PayloadSize || header->bytes != PayloadSize) { return Error{"it is cut off, or too long"}; }
    if (checksum(payload) != header->checksum) { return Error{"its checksum is wrong"}; }

    auto network = std::make_unique<Network>();
    Reader numbers(payload);
    for_each_number(*network, [&](auto& number) { number = numbers.next<std::decay_t<decltype(number)>>(); });
    // A product must fit in 16 bits, and those that come together in a lane of SquareSum in 32.
    constexpr std::int64_t LargestOutputWeight = 32767 / HiddenUnit;
    static_assert(2 * Hidden / 4 * LargestOutputWeight * HiddenUnit * HiddenUnit <=
                  std::numeric_limits<std::int32_t>::max());
    for (const auto& bucket : network->output_weights) {
        for (const auto& side : bucket) {
            for (const std::int16_t weight : side) {
                if (weight < -LargestOutputWeight || weight > LargestOutputWeight) {
                    return Error{"an output weight is too large"};
                }
            }
        }
    }
    return std::unique_ptr<const Network>(std::move(network));
}

std::vector<std::uint8_t> make_file(std::size_t hidden, std::span<const std::int16_t> weights,
                                    std::span<const std::int32_t> output_bias) {
    std::vector<std::uint8_t> payload;
    for (const std::int16_t number : weights) { append(payload, number); }
    for (const std::int32_t number : output_bias) { append(payload, number); }
    std::vector<std::uint8_t> bytes(Magic.begin(), Magic.end());
    const NetworkHeader header{FileVersion,
                               Inputs,
                               static_cast<std::uint32_t>(hidden),
                               static_cast<std::uint32_t>(output_bias.size()),
                               HiddenUnit,
                               OutputUnit,
                               OutputCentipawns,
                               static_cast<std::uint32_t>(payload.size()),
                               checksum(payload)};
    for (std::uint32_t NetworkHeader::*const member : HeaderMembers) { append(bytes, header.*member); }
    bytes.resize(HeaderSize);
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    return bytes;
}

std::vector<std::uint8_t> to_bytes(const Network& network) {
    std::vector<std::int16_t> weights;
    std::vector<std::int32_t> biases;
    for_each_number(network, [&](auto number) {
        if constexpr (sizeof(number) == sizeof(std::int16_t)) {
            weights.push_back(number);
        } else {
            biases.push_back(number);
        }
    });
    return make_file(Hidden, weights, biases);
}

Result<NetworkHeader> load_header(const std::string& path) { return load(path, HeaderSize, parse_header); }

Result<std::shared_ptr<const Network>> load_network(const std::string& path) {
    Result<std::unique_ptr<const Network>> network = load(path, HeaderSize + PayloadSize + 1, parse_network);
    if (!network) { return Error{network.error()}; }
    return std::shared_ptr<const Network>(*std::move(network));
}

std::shared_ptr<const Network> embedded_network() {
    static const std::shared_ptr<const Network> network = [] {
        Result<std::unique_ptr<const Network>> parsed = parse_network({SkuaNetworkBegin, SkuaNetworkEnd});
        if (!parsed) {
            // Whoever built this program gave it a wrong file. There is nothing to play with.
            std::cerr << "The network in this program can't be used: " << parsed.error() << std::endl;
            std::exit(EXIT_FAILURE);
        }
        return std::shared_ptr<const Network>(*std::move(parsed));
    }();
    return network;
}

std::uint32_t embedded_checksum() {
    const Result<NetworkHeader> header = parse_header({SkuaNetworkBegin, SkuaNetworkEnd});
    return header ? header->checksum : 0;
}

}  // namespace skua::nnue
