#include "lab/training/factoriser.h"

#include <algorithm>

namespace skua::lab {

namespace {

constexpr float LargestWeight = 1.98F;

// Calls job(place of the first bucket's weights, place of the shared weights, number of weights) for every tile.
template <typename Job>
void for_each_shared_tile(const NetShape& shape, const Job& job) {
    for (std::size_t start = 0; start < shape.hidden; start += shape.tile_size(start)) {
        job(start * shape.inputs(), shape.size() + start * nnue::InputsPerKingBucket,
            nnue::InputsPerKingBucket * shape.tile_size(start));
    }
}

}  // namespace

std::size_t trained_size(const NetShape& shape) {
    return shape.size() + (shape.king_buckets > 1 ? nnue::InputsPerKingBucket * shape.hidden : 0);
}

void merge_part(const NetShape& shape, const NetWeights& trained, std::size_t part, std::size_t parts,
                NetWeights& merged) {
    if (part == 0) {
        std::copy_n(trained.begin() + static_cast<std::ptrdiff_t>(shape.hidden_bias()),
                    shape.size() - shape.hidden_bias(),
                    merged.begin() + static_cast<std::ptrdiff_t>(shape.hidden_bias()));
    }
    for_each_shared_tile(shape, [&](std::size_t first, std::size_t shared, std::size_t count) {
        const std::size_t from = count * part / parts;
        const std::size_t to = count * (part + 1) / parts;
        const float* const __restrict common = trained.data() + shared;
        for (std::size_t bucket = 0; bucket < shape.king_buckets; ++bucket) {
            const float* const __restrict own = trained.data() + first + bucket * count;
            float* const __restrict sum = merged.data() + first + bucket * count;
            for (std::size_t i = from; i < to; ++i) { sum[i] = own[i] + common[i]; }
        }
    });
}

NetWeights merge(const NetShape& shape, const NetWeights& trained) {
    if (shape.king_buckets == 1) { return trained; }
    NetWeights merged(shape.size());
    merge_part(shape, trained, 0, 1, merged);
    return merged;
}

NetWeights factorise(const NetShape& shape, const NetWeights& weights) {
    NetWeights trained = weights;
    if (shape.king_buckets == 1) { return trained; }
    trained.resize(trained_size(shape));
    for_each_shared_tile(shape, [&](std::size_t first, std::size_t shared, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            float sum = 0;
            for (std::size_t bucket = 0; bucket < shape.king_buckets; ++bucket) {
                sum += weights[first + bucket * count + i];
            }
            const float limit = weight_limit(shape, shared).largest;
            trained[shared + i] = std::clamp(sum / static_cast<float>(shape.king_buckets), -limit, limit);
            for (std::size_t bucket = 0; bucket < shape.king_buckets; ++bucket) {
                trained[first + bucket * count + i] -= trained[shared + i];
            }
        }
    });
    return trained;
}

void add_shared_gradient(const NetShape& shape, NetWeights& gradient) {
    if (shape.king_buckets == 1) { return; }
    for_each_shared_tile(shape, [&](std::size_t first, std::size_t shared, std::size_t count) {
        float* const __restrict sum = gradient.data() + shared;
        for (std::size_t bucket = 0; bucket < shape.king_buckets; ++bucket) {
            const float* const __restrict own = gradient.data() + first + bucket * count;
            for (std::size_t i = 0; i < count; ++i) { sum[i] += own[i]; }
        }
    });
}

WeightLimit weight_limit(const NetShape& shape, std::size_t from) {
    if (shape.king_buckets == 1) { return {LargestWeight, shape.size()}; }
    if (from < shape.hidden_bias()) { return {LargestWeight / 2, shape.hidden_bias()}; }
    if (from < shape.size()) { return {LargestWeight, shape.size()}; }
    return {LargestWeight / 2, trained_size(shape)};
}

}  // namespace skua::lab
