#include "eval/nnue/network.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/file.h"
#include "base/parse.h"

// The file that the build embeds through base/embedded.S.
extern "C" {
extern const std::uint8_t SkuaNetworkBegin[];
extern const std::uint8_t SkuaNetworkEnd[];
}

namespace skua::nnue {

namespace {

constexpr std::size_t weights_of(std::size_t inputs, std::size_t hidden, std::size_t buckets) {
    return inputs * hidden + hidden + buckets * 2 * hidden;
}
constexpr std::size_t payload_size(std::size_t inputs, std::size_t hidden, std::size_t buckets) {
    return sizeof(std::int16_t) * weights_of(inputs, hidden, buckets) + sizeof(std::int32_t) * buckets;
}
constexpr std::size_t PayloadSize = payload_size(Inputs, Hidden, OutputBuckets);

constexpr std::array HeaderMembers{&NetworkHeader::version,    &NetworkHeader::inputs, &NetworkHeader::hidden,
                                   &NetworkHeader::buckets,    &NetworkHeader::qa,     &NetworkHeader::qb,
                                   &NetworkHeader::eval_scale, &NetworkHeader::bytes,  &NetworkHeader::checksum};

// Can ScreluSum add up these output weights? A product must fit in 16 bits, and the sum of the products in one lane in
// 32. The kernel with the fewest lanes has four, each for two neighbours of every eight values.
bool fit_screlu_sum(const std::array<std::array<std::int16_t, Hidden>, 2>& weights) {
    constexpr std::int64_t LargestWeight = 32767 / QA;
    constexpr std::int64_t LargestSum = std::numeric_limits<std::int32_t>::max() / (QA * QA);
    std::array<std::int64_t, 4> sums{};
    bool fits = true;
    for (const auto& side : weights) {
        for (std::size_t i = 0; i < Hidden; ++i) {
            const std::int64_t size = std::abs(std::int64_t{side[i]});
            fits = fits && size <= LargestWeight;
            sums[i % 8 / 2] += size;
        }
    }
    return fits && *std::max_element(sums.begin(), sums.end()) <= LargestSum;
}

// Calls `action` with every weight and bias of the network, in the file's order.
template <typename Action>
void for_each_weight(Network& network, Action action) {
    for (auto& row : network.input_weights) {
        for (auto& weight : row) { action(weight); }
    }
    for (auto& bias : network.hidden_bias) { action(bias); }
    for (auto& bucket : network.output_weights) {
        for (auto& side : bucket) {
            for (auto& weight : side) { action(weight); }
        }
    }
    for (auto& bias : network.output_bias) { action(bias); }
}

std::string inputs_in_words(std::size_t inputs) {
    const std::size_t buckets = inputs / InputsPerKingBucket;
    const bool has_buckets = inputs % InputsPerKingBucket == 0 && buckets > 1;
    return std::to_string(inputs) + (has_buckets ? " in " + std::to_string(buckets) + " king buckets" : "");
}

// Returns why nobody can read the weights of a file of this size with this header, whatever the sizes of the network.
std::optional<Error> cant_read(const NetworkHeader& header, std::size_t file_size) {
    // Larger sizes would overflow below.
    constexpr std::uint32_t Most = 1 << 16;
    if (header.qa != QA || header.qb != QB || header.eval_scale != EvalScale) {
        return Error{"its quantisation is different"};
    }
    if (std::max({header.inputs, header.hidden, header.buckets}) > Most || header.bytes + HeaderSize != file_size ||
        header.bytes != payload_size(header.inputs, header.hidden, header.buckets)) {
        return Error{"it is truncated or too long"};
    }
    return std::nullopt;
}

// Reads at most `most` bytes of a file and parses them.
template <typename Loaded>
Result<Loaded> load(const std::string& path, std::size_t most, Result<Loaded> (*parse)(std::span<const std::uint8_t>)) {
    const auto refused = [&](const std::string& reason) {
        return Error{"the network " + in_quotes(path, 200) + " can't be used: " + reason};
    };
    if (!is_file(path)) { return refused(why_not_file(path)); }
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
        return Error{"it is not a Skua network"};
    }
    const std::uint8_t* next = bytes.data() + Magic.size();
    NetworkHeader header;
    for (std::uint32_t NetworkHeader::*const member : HeaderMembers) {
        header.*member = load_little_endian<std::uint32_t>(next);
        next += sizeof(std::uint32_t);
    }
    const std::span<const std::uint8_t> rest =
        bytes.first(HeaderSize).subspan(Magic.size() + HeaderMembers.size() * sizeof(std::uint32_t));
    if (std::any_of(rest.begin(), rest.end(), [](std::uint8_t byte) { return byte != 0; })) {
        return Error{"its header is damaged"};
    }
    return header;
}

std::optional<Error> cant_use(const NetworkHeader& header, std::size_t file_size) {
    const auto refuse = [](std::string_view name, std::uint32_t found, std::size_t needed) {
        return Error{"its " + std::string(name) + " is " + std::to_string(found) + ", this program needs " +
                     std::to_string(needed)};
    };
    if (header.version != FileVersion) { return refuse("version", header.version, FileVersion); }
    if (header.inputs != Inputs) {
        return Error{"its number of inputs is " + inputs_in_words(header.inputs) + ", this program needs " +
                     inputs_in_words(Inputs)};
    }
    if (header.hidden != Hidden) { return refuse("hidden size", header.hidden, Hidden); }
    if (header.buckets != OutputBuckets) { return refuse("number of output buckets", header.buckets, OutputBuckets); }
    return cant_read(header, file_size);
}

Result<std::unique_ptr<const Network>> parse_network(std::span<const std::uint8_t> bytes) {
    const Result<NetworkHeader> header = parse_header(bytes);
    if (!header) { return Error{header.error()}; }
    if (std::optional<Error> error = cant_use(*header, bytes.size())) { return *std::move(error); }
    const std::span<const std::uint8_t> payload = bytes.subspan(HeaderSize);
    if (fnv1a(payload) != header->checksum) { return Error{"its checksum is wrong"}; }

    auto network = std::make_unique<Network>();
    const std::uint8_t* next = payload.data();
    for_each_weight(*network, [&](auto& weight) {
        weight = load_little_endian<std::decay_t<decltype(weight)>>(next);
        next += sizeof(weight);
    });
    if (!std::all_of(network->output_weights.begin(), network->output_weights.end(), fit_screlu_sum)) {
        return Error{"its output weights are too large"};
    }
    return std::unique_ptr<const Network>(std::move(network));
}

std::vector<std::uint8_t> make_file(std::size_t inputs, std::size_t hidden, std::span<const std::int16_t> weights,
                                    std::span<const std::int32_t> output_bias) {
    std::vector<std::uint8_t> payload;
    for (const std::int16_t weight : weights) { append_little_endian(payload, weight); }
    for (const std::int32_t bias : output_bias) { append_little_endian(payload, bias); }
    std::vector<std::uint8_t> bytes(Magic.begin(), Magic.end());
    const NetworkHeader header{FileVersion,
                               static_cast<std::uint32_t>(inputs),
                               static_cast<std::uint32_t>(hidden),
                               static_cast<std::uint32_t>(output_bias.size()),
                               QA,
                               QB,
                               EvalScale,
                               static_cast<std::uint32_t>(payload.size()),
                               fnv1a(payload)};
    for (std::uint32_t NetworkHeader::*const member : HeaderMembers) { append_little_endian(bytes, header.*member); }
    bytes.resize(HeaderSize);
    bytes.insert(bytes.end(), payload.begin(), payload.end());
    return bytes;
}

Result<NetworkFile> parse_file(std::span<const std::uint8_t> bytes) {
    const Result<NetworkHeader> header = parse_header(bytes);
    if (!header) { return Error{header.error()}; }
    if (header->version != FileVersion) { return Error{"its version is " + std::to_string(header->version)}; }
    if (std::optional<Error> error = cant_read(*header, bytes.size())) { return *std::move(error); }
    const std::span<const std::uint8_t> payload = bytes.subspan(HeaderSize);
    if (fnv1a(payload) != header->checksum) { return Error{"its checksum is wrong"}; }
    NetworkFile file{*header, {}, {}};
    file.weights.resize(weights_of(header->inputs, header->hidden, header->buckets));
    file.output_bias.resize(header->buckets);
    const std::uint8_t* next = payload.data();
    const auto take = [&next](auto& values) {
        for (auto& value : values) {
            value = load_little_endian<std::decay_t<decltype(value)>>(next);
            next += sizeof(value);
        }
    };
    take(file.weights);
    take(file.output_bias);
    return file;
}

Result<NetworkHeader> load_header(const std::string& path) { return load(path, HeaderSize, parse_header); }

Result<std::shared_ptr<const Network>> load_network(const std::string& path) {
    Result<std::unique_ptr<const Network>> network = load(path, HeaderSize + PayloadSize + 1, parse_network);
    if (!network) { return Error{network.error()}; }
    return std::shared_ptr<const Network>(*std::move(network));
}

const Result<std::shared_ptr<const Network>>& load_embedded_network() {
    static const Result<std::shared_ptr<const Network>> network = [] {
        Result<std::unique_ptr<const Network>> parsed = parse_network({SkuaNetworkBegin, SkuaNetworkEnd});
        return parsed ? Result(std::shared_ptr<const Network>(*std::move(parsed)))
                      : Result<std::shared_ptr<const Network>>(Error{parsed.error()});
    }();
    return network;
}

std::shared_ptr<const Network> embedded_network() {
    const Result<std::shared_ptr<const Network>>& network = load_embedded_network();
    return network ? *network : nullptr;
}

std::uint32_t embedded_checksum() {
    const Result<NetworkHeader> header = parse_header({SkuaNetworkBegin, SkuaNetworkEnd});
    return header ? header->checksum : 0;
}

}  // namespace skua::nnue
