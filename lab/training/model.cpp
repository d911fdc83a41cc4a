#include "lab/training/model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <type_traits>

#include "base/prng.h"
#include "eval/nnue/network.h"
#include "lab/training/float_vector.h"

namespace skua::lab {

namespace {

// Tiles have this many neurons, and those that are left over at the end are in tiles of HiddenStep. The rows of one
// tile, 192 KB, stay in the second-level cache.
constexpr std::size_t TileSize = 64;
static_assert(TileSize % HiddenStep == 0 && HiddenStep % FloatVector::Size == 0);

// Calls job(first neuron, number of vectors) with each tile of the hidden layer. The number is a constant, so that a
// tile is kept in registers.
template <typename Job>
void for_each_tile(std::size_t hidden, const Job& job) {
    std::size_t start = 0;
    for (; start + TileSize <= hidden; start += TileSize) {
        job(start, std::integral_constant<std::size_t, TileSize / FloatVector::Size>());
    }
    for (; start < hidden; start += HiddenStep) {
        job(start, std::integral_constant<std::size_t, HiddenStep / FloatVector::Size>());
    }
}

template <std::size_t Count>
using Tile = std::array<FloatVector, Count>;

template <std::size_t Count>
void load(Tile<Count>& tile, const float* from) {
    for (std::size_t i = 0; i < Count; ++i) { tile[i] = FloatVector::load(from + i * FloatVector::Size); }
}
template <std::size_t Count>
void add(Tile<Count>& tile, const float* from) {
    for (std::size_t i = 0; i < Count; ++i) { tile[i] += FloatVector::load(from + i * FloatVector::Size); }
}
template <std::size_t Count>
void store(const Tile<Count>& tile, float* to) {
    for (std::size_t i = 0; i < Count; ++i) { tile[i].store(to + i * FloatVector::Size); }
}

float expected_result(float output, float sigmoid_scale) {
    return logistic(output * static_cast<float>(nnue::EvalScale) * sigmoid_scale);
}

}  // namespace

std::size_t NetShape::tile_size(std::size_t neuron) const {
    return neuron < hidden / TileSize * TileSize ? TileSize : HiddenStep;
}
std::size_t NetShape::input_weight(std::size_t input, std::size_t neuron) const {
    const std::size_t size = tile_size(neuron);
    const std::size_t start = neuron / size * size;
    return start * inputs() + input * size + (neuron - start);
}
std::size_t NetShape::hidden_bias() const { return inputs() * hidden; }
std::size_t NetShape::output_weights(std::size_t bucket) const { return hidden_bias() + hidden + bucket * 2 * hidden; }
std::size_t NetShape::output_bias() const { return output_weights(buckets); }
std::size_t NetShape::size() const { return output_bias() + buckets; }
std::size_t NetShape::bucket_of(int pieces) const { return nnue::output_bucket(pieces, buckets); }
bool NetShape::is_possible() const {
    return hidden != 0 && hidden <= MaxHidden && hidden % HiddenStep == 0 && buckets != 0 && buckets <= MaxBuckets &&
           nnue::is_king_bucket_count(king_buckets);
}
std::string NetShape::describe() const {
    const std::string kings = king_buckets == 1 ? "" : ", " + std::to_string(king_buckets) + " king buckets";
    return std::to_string(hidden) + " hidden neurons" + kings + " and " + std::to_string(buckets) + " output buckets";
}

namespace {

// Calls job(place in the file's order, place in tiles) for the weights of all inputs, and of the shared rows if there
// are any.
template <typename Job>
void for_each_place(const NetShape& shape, std::size_t size, const Job& job) {
    const auto visit = [&](const NetShape& part, std::size_t offset) {
        for (std::size_t input = 0; input < part.inputs(); ++input) {
            for (std::size_t neuron = 0; neuron < part.hidden; ++neuron) {
                job(offset + input * part.hidden + neuron, offset + part.input_weight(input, neuron));
            }
        }
    };
    visit(shape, 0);
    if (size > shape.size()) { visit({shape.hidden, shape.buckets, 1}, shape.size()); }
}

}  // namespace

NetWeights to_file_order(const NetShape& shape, const NetWeights& weights) {
    NetWeights rows = weights;
    for_each_place(shape, weights.size(),
                   [&](std::size_t in_rows, std::size_t in_tiles) { rows[in_rows] = weights[in_tiles]; });
    return rows;
}

NetWeights from_file_order(const NetShape& shape, const NetWeights& weights) {
    NetWeights tiles = weights;
    for_each_place(shape, weights.size(),
                   [&](std::size_t in_rows, std::size_t in_tiles) { tiles[in_tiles] = weights[in_rows]; });
    return tiles;
}

NetWeights random_weights(const NetShape& shape, std::uint64_t seed) {
    NetWeights weights(shape.size(), 0.0F);
    Prng prng(seed);
    const auto fill = [&](std::size_t from, std::size_t to, double width) {
        for (std::size_t i = from; i < to; ++i) { weights[i] = static_cast<float>((2 * prng.unit() - 1) * width); }
    };
    // About thirty inputs are 1 at a time.
    const std::size_t bucket = nnue::InputsPerKingBucket * shape.hidden;
    fill(0, bucket, std::sqrt(1.0 / 30));
    for (std::size_t i = bucket; i < shape.hidden_bias(); ++i) { weights[i] = weights[i - bucket]; }
    fill(shape.output_weights(0), shape.output_bias(), std::sqrt(1.0 / static_cast<double>(2 * shape.hidden)));
    return from_file_order(shape, weights);
}

float Target::of(const TrainingPosition& position) const {
    const float score = logistic(static_cast<float>(position.score) * sigmoid_scale);
    return wdl_share * static_cast<float>(position.points) / 2.0F + (1.0F - wdl_share) * score;
}

NetWorker::NetWorker(const NetShape& shape)
    : shape_(shape), values_(2 * GroupSize * shape.hidden), first_view_(shape.inputs() + 1) {}

void NetWorker::read_group(std::span<const TrainingPosition> group) {
    group_.clear();
    for (const TrainingPosition& position : group) {
        group_.push_back({&position, static_cast<std::size_t>(piece_count(position)), 0});
    }
    std::stable_sort(group_.begin(), group_.end(), [](const Entry& a, const Entry& b) { return a.pieces < b.pieces; });
    inputs_.clear();
    ActiveInputs active;
    for (Entry& entry : group_) {
        read_inputs(*entry.position, active, shape_.king_buckets);
        entry.first_input = inputs_.size();
        inputs_.insert(inputs_.end(), active.own.begin(), active.own.end());
        inputs_.insert(inputs_.end(), active.enemy.begin(), active.enemy.end());
    }
}

void NetWorker::sum_up_hidden(const NetWeights& weights) {
    for_each_tile(shape_.hidden, [&](std::size_t start, auto count) {
        constexpr std::size_t Count = decltype(count)::value;
        constexpr std::size_t Size = Count * FloatVector::Size;
        const float* const rows = weights.data() + shape_.input_weight(0, start);
        Tile<Count> bias;
        load(bias, weights.data() + shape_.hidden_bias() + start);
        float* to = values_.data() + value_of(0, start, Size);
        for (const Entry& entry : group_) {
            Tile<Count> own = bias;
            Tile<Count> enemy = bias;
            const std::uint16_t* const inputs = inputs_.data() + entry.first_input;
            for (std::size_t i = 0; i < entry.pieces; ++i) {
                add(own, rows + inputs[i] * Size);
                add(enemy, rows + inputs[entry.pieces + i] * Size);
            }
            for (std::size_t i = 0; i < Count; ++i) {
                own[i].clipped().store(to + i * FloatVector::Size);
                enemy[i].clipped().store(to + Size + i * FloatVector::Size);
            }
            to += 2 * Size;
        }
    });
}

void NetWorker::run_group(const NetWeights& weights, std::span<const TrainingPosition> group) {
    read_group(group);
    sum_up_hidden(weights);
}

float NetWorker::output(const NetWeights& weights, std::size_t position, std::size_t bucket) const {
    FloatVector sum;
    for_each_tile(shape_.hidden, [&](std::size_t start, auto count) {
        constexpr std::size_t Size = decltype(count)::value * FloatVector::Size;
        // The other side's values follow, and so do its weights after those of the whole hidden layer.
        const float* const own = values_.data() + value_of(2 * position, start, Size);
        const float* const own_weights = weights.data() + shape_.output_weights(bucket) + start;
        const float* const enemy_weights = own_weights + shape_.hidden;
        for (std::size_t i = 0; i < Size; i += FloatVector::Size) {
            const FloatVector ours = FloatVector::load(own + i);
            const FloatVector theirs = FloatVector::load(own + Size + i);
            sum += ours * ours * FloatVector::load(own_weights + i) +
                   theirs * theirs * FloatVector::load(enemy_weights + i);
        }
    });
    return sum.sum() + weights[shape_.output_bias() + bucket];
}

void NetWorker::pass_back(const NetWeights& weights, std::size_t position, std::size_t bucket, float output_gradient,
                          NetWeights& gradient) {
    gradient[shape_.output_bias() + bucket] += output_gradient;
    const FloatVector factor(output_gradient);
    for_each_tile(shape_.hidden, [&](std::size_t start, auto count) {
        constexpr std::size_t Size = decltype(count)::value * FloatVector::Size;
        float* values = values_.data() + value_of(2 * position, start, Size);
        float* const bias_gradient = gradient.data() + shape_.hidden_bias() + start;
        const float* output_weights = weights.data() + shape_.output_weights(bucket) + start;
        float* weight_gradient = gradient.data() + shape_.output_weights(bucket) + start;
        for (int side = 0; side < 2; ++side) {
            for (std::size_t i = 0; i < Size; i += FloatVector::Size) {
                // The activation is SCReLU: clipped, then squared.
                const FloatVector value = FloatVector::load(values + i);
                const FloatVector scaled = value * factor;
                (FloatVector::load(weight_gradient + i) + scaled * value).store(weight_gradient + i);
                const FloatVector slope =
                    (scaled * FloatVector::load(output_weights + i) * FloatVector(2.0F)).where_below_one(value);
                (FloatVector::load(bias_gradient + i) + slope).store(bias_gradient + i);
                slope.store(values + i);
            }
            values += Size;
            output_weights += shape_.hidden;
            weight_gradient += shape_.hidden;
        }
    });
}

void NetWorker::list_views() {
    std::fill(first_view_.begin(), first_view_.end(), 0);
    for (const std::uint16_t input : inputs_) { ++first_view_[input]; }
    // Each becomes the end of its list, and moves to its beginning while the list is filled.
    std::partial_sum(first_view_.begin(), first_view_.end(), first_view_.begin());
    views_of_input_.resize(inputs_.size());
    const std::uint16_t* input = inputs_.data();
    std::uint16_t view = 0;
    for (const Entry& entry : group_) {
        for (const std::uint16_t* const end = input + entry.pieces; input < end; ++input) {
            views_of_input_[--first_view_[*input]] = view;
        }
        ++view;
        for (const std::uint16_t* const end = input + entry.pieces; input < end; ++input) {
            views_of_input_[--first_view_[*input]] = view;
        }
        ++view;
    }
}

void NetWorker::add_slopes(NetWeights& gradient) const {
    for_each_tile(shape_.hidden, [&](std::size_t start, auto count) {
        constexpr std::size_t Count = decltype(count)::value;
        constexpr std::size_t Size = Count * FloatVector::Size;
        const float* const slopes = values_.data() + value_of(0, start, Size);
        float* const rows = gradient.data() + shape_.input_weight(0, start);
        for (std::size_t input = 0; input < shape_.inputs(); ++input) {
            const std::size_t first = first_view_[input];
            const std::size_t end = first_view_[input + 1];
            if (first == end) { continue; }
            Tile<Count> tile;
            float* const row = rows + input * Size;
            load(tile, row);
            for (std::size_t i = first; i < end; ++i) { add(tile, slopes + views_of_input_[i] * Size); }
            store(tile, row);
        }
    });
}

float NetWorker::forward(const NetWeights& weights, const TrainingPosition& position) {
    run_group(weights, {&position, 1});
    return output(weights, 0, shape_.bucket_of(piece_count(position)));
}

double NetWorker::error(const NetWeights& weights, std::span<const TrainingPosition> positions, const Target& target) {
    double sum = 0;
    for (std::size_t first = 0; first < positions.size(); first += GroupSize) {
        run_group(weights, positions.subspan(first, std::min(GroupSize, positions.size() - first)));
        for (std::size_t i = 0; i < group_.size(); ++i) {
            const float result = output(weights, i, shape_.bucket_of(static_cast<int>(group_[i].pieces)));
            const float difference = expected_result(result, target.sigmoid_scale) - target.of(*group_[i].position);
            sum += static_cast<double>(difference * difference);
        }
    }
    return sum;
}

double NetWorker::backward(const NetWeights& weights, std::span<const TrainingPosition> positions, const Target& target,
                           NetWeights& gradient) {
    double sum = 0;
    for (std::size_t first = 0; first < positions.size(); first += GroupSize) {
        run_group(weights, positions.subspan(first, std::min(GroupSize, positions.size() - first)));
        for (std::size_t i = 0; i < group_.size(); ++i) {
            const std::size_t bucket = shape_.bucket_of(static_cast<int>(group_[i].pieces));
            const float expected = expected_result(output(weights, i, bucket), target.sigmoid_scale);
            const float difference = expected - target.of(*group_[i].position);
            const float slope = 2 * difference * expected * (1 - expected) * target.sigmoid_scale;
            pass_back(weights, i, bucket, slope * static_cast<float>(nnue::EvalScale), gradient);
            sum += static_cast<double>(difference * difference);
        }
        list_views();
        add_slopes(gradient);
    }
    return sum;
}

std::vector<std::uint8_t> quantise(const NetShape& shape, const NetWeights& weights) {
    const NetWeights rows = to_file_order(shape, weights);
    const auto rounded = [](float value, int unit) {
        return static_cast<std::int32_t>(std::lround(static_cast<double>(value) * unit));
    };
    std::vector<std::int16_t> quantised;
    quantised.reserve(shape.output_bias());
    for (std::size_t i = 0; i < shape.output_bias(); ++i) {
        const int unit = i < shape.output_weights(0) ? nnue::QA : nnue::QB;
        quantised.push_back(static_cast<std::int16_t>(std::clamp(rounded(rows[i], unit), -32768, 32767)));
    }
    std::vector<std::int32_t> biases;
    for (std::size_t i = shape.output_bias(); i < shape.size(); ++i) {
        biases.push_back(rounded(rows[i], nnue::QA * nnue::QB));
    }
    return nnue::make_file(shape.inputs(), shape.hidden, quantised, biases);
}

Result<FloatNetwork> dequantise(std::span<const std::uint8_t> bytes) {
    const Result<nnue::NetworkFile> file = nnue::parse_file(bytes);
    if (!file) { return Error{file.error()}; }
    FloatNetwork network;
    network.shape = {file->header.hidden, file->header.buckets, file->header.inputs / nnue::InputsPerKingBucket};
    if (file->header.inputs != network.shape.inputs() || !network.shape.is_possible()) {
        return Error{"its sizes are impossible: " + std::to_string(file->header.inputs) + " inputs and " +
                     network.shape.describe()};
    }
    NetWeights rows;
    rows.reserve(network.shape.size());
    for (std::size_t i = 0; i < file->weights.size(); ++i) {
        const int unit = i < network.shape.output_weights(0) ? nnue::QA : nnue::QB;
        rows.push_back(static_cast<float>(file->weights[i]) / static_cast<float>(unit));
    }
    for (const std::int32_t bias : file->output_bias) {
        rows.push_back(static_cast<float>(bias) / static_cast<float>(nnue::QA * nnue::QB));
    }
    network.weights = from_file_order(network.shape, rows);
    return network;
}

Result<NetWeights> widen(const FloatNetwork& network, const NetShape& shape, std::uint64_t seed) {
    const NetShape& from = network.shape;
    if (from == shape) { return network.weights; }
    if (from.hidden > shape.hidden || from.buckets != shape.buckets ||
        (from.king_buckets != 1 && from.king_buckets != shape.king_buckets)) {
        return Error{"it has " + from.describe() + ", which " + shape.describe() + " can't hold"};
    }
    NetWeights weights = random_weights(shape, seed);
    for (std::size_t input = 0; input < shape.inputs(); ++input) {
        for (std::size_t neuron = 0; neuron < from.hidden; ++neuron) {
            weights[shape.input_weight(input, neuron)] =
                network.weights[from.input_weight(input % from.inputs(), neuron)];
        }
    }
    const auto copy = [&](std::size_t begin, std::size_t count, std::size_t to) {
        std::copy_n(network.weights.begin() + static_cast<std::ptrdiff_t>(begin), count,
                    weights.begin() + static_cast<std::ptrdiff_t>(to));
    };
    copy(from.hidden_bias(), from.hidden, shape.hidden_bias());
    std::fill(weights.begin() + static_cast<std::ptrdiff_t>(shape.output_weights(0)), weights.end(), 0.0F);
    for (std::size_t bucket = 0; bucket < shape.buckets; ++bucket) {
        copy(from.output_weights(bucket), from.hidden, shape.output_weights(bucket));
        copy(from.output_weights(bucket) + from.hidden, from.hidden, shape.output_weights(bucket) + shape.hidden);
    }
    copy(from.output_bias(), from.buckets, shape.output_bias());
    return weights;
}

}  // namespace skua::lab
