#include "lab/training/checkpoint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "base/checksum.h"
#include "base/parse.h"
#include "lab/support/files.h"
#include "lab/training/factoriser.h"

namespace skua::lab {

namespace {

// The file holds the numbers as they lie in memory.
static_assert(std::endian::native == std::endian::little);
static_assert(std::is_trivially_copyable_v<TrainReport>);

constexpr std::string_view CheckpointMagic = "SkuaTrn2";

// The weights, moments and average follow it, then the reports of the epochs.
struct CheckpointHeader {
    std::array<char, CheckpointMagic.size()> magic{};
    std::uint64_t hidden = 0;
    std::uint32_t buckets = 0;
    std::uint32_t king_buckets = 0;  // 0 in older files, which have one
    std::uint64_t epoch = 0;
    std::uint64_t steps = 0;
    std::uint64_t run = 0;
    std::uint64_t checksum = 0;  // CRC-32 of the whole file, with 0 in this place
};

// In the order of the file.
constexpr std::array<NetWeights TrainState::*, 4> WeightsOfState{&TrainState::weights, &TrainState::m, &TrainState::v,
                                                                 &TrainState::ema};

std::uint32_t crc32_of(std::string_view bytes, std::uint32_t before = 0) {
    return crc32({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, before);
}

std::uint64_t checksum_of(CheckpointHeader header, std::string_view rest) {
    header.checksum = 0;
    return crc32_of(rest, crc32_of(bytes_of_span(std::span<const CheckpointHeader>(&header, 1))));
}

NetShape shape_of(const CheckpointHeader& header) {
    return {header.hidden, header.buckets, std::max<std::size_t>(header.king_buckets, 1)};
}

bool is_plausible(const CheckpointHeader& header) {
    return shape_of(header).is_possible() && header.epoch <= static_cast<std::uint64_t>(MaxEpochs);
}

bool all_finite(const NetWeights& weights) {
    return std::all_of(weights.begin(), weights.end(), [](float value) { return std::isfinite(value); });
}

}  // namespace

std::optional<Error> save_checkpoint(const std::string& path, const TrainState& state, const NetShape& shape) {
    std::string rest;
    for (NetWeights TrainState::*const weights : WeightsOfState) {
        rest += bytes_of_span(std::span<const float>(to_file_order(shape, state.*weights)));
    }
    rest += bytes_of_span(std::span<const TrainReport>(state.reports));
    CheckpointHeader header;
    std::copy(CheckpointMagic.begin(), CheckpointMagic.end(), header.magic.begin());
    header.hidden = shape.hidden;
    header.buckets = static_cast<std::uint32_t>(shape.buckets);
    header.king_buckets = static_cast<std::uint32_t>(shape.king_buckets == 1 ? 0 : shape.king_buckets);
    header.epoch = static_cast<std::uint64_t>(state.epoch);
    header.steps = state.steps;
    header.run = state.run;
    header.checksum = checksum_of(header, rest);
    return write_file(path, {bytes_of_span(std::span<const CheckpointHeader>(&header, 1)), rest});
}

Result<Checkpoint> load_checkpoint(const std::string& path) {
    const Result<std::string> contents = contents_of(path);
    if (!contents) { return Error{contents.error()}; }
    CheckpointHeader header;
    if (!contents->starts_with(CheckpointMagic) || contents->size() < sizeof(header)) {
        return Error{in_quotes(path, 200) + " is not a checkpoint"};
    }
    std::memcpy(&header, contents->data(), sizeof(header));
    std::string_view rest = std::string_view(*contents).substr(sizeof(header));
    const Error corrupt{in_quotes(path, 200) + " is corrupt"};
    if (!is_plausible(header) || header.checksum != checksum_of(header, rest)) { return corrupt; }

    Checkpoint checkpoint;
    checkpoint.shape = shape_of(header);
    TrainState& state = checkpoint.state;
    state.epoch = static_cast<int>(header.epoch);
    state.steps = header.steps;
    state.run = header.run;
    state.reports.resize(header.epoch);
    const std::size_t size = trained_size(checkpoint.shape);
    const std::size_t reports_size = state.reports.size() * sizeof(TrainReport);
    if (rest.size() != WeightsOfState.size() * size * sizeof(float) + reports_size) { return corrupt; }
    const auto take = [&rest](void* to, std::size_t bytes) {
        if (bytes == 0) { return; }  // then `to` may be null
        std::memcpy(to, rest.data(), bytes);
        rest.remove_prefix(bytes);
    };
    for (NetWeights TrainState::*const weights : WeightsOfState) {
        (state.*weights).resize(size);
        take((state.*weights).data(), size * sizeof(float));
        if (!all_finite(state.*weights)) { return corrupt; }
        state.*weights = from_file_order(checkpoint.shape, state.*weights);
    }
    take(state.reports.data(), reports_size);
    return checkpoint;
}

}  // namespace skua::lab
