#include "lab/training/model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "base/prng.h"
#include "eval/nnue/network.h"
#include "lab/training/float_vector.h"

namespace skua::lab {

namespace {

using Inputs = InlineVector<std::uint16_t, 32>;

// Calls `job` with tiles of the hidden layer, each a constant number of vectors that fit into the registers.
template <typename Job>
void for_each_tile(std::size_t hidden, const Job& job) {
    constexpr std::size_t Large = 64;
    constexpr std::size_t Small = HiddenStep;
    std::size_t start = 0;
    for (; start + Large <= hidden; start += Large) {
        job(start, std::integral_constant<std::size_t, Large / FloatVector::Size>());
    }
    for (; start < hidden; start += Small) {
        job(start, std::integral_constant<std::size_t, Small / FloatVector::Size>());
    }
}

// Adds up the bias and the rows of all active inputs.
void accumulate(const NetShape& shape, const NetWeights& weights, const Inputs& inputs, NetWeights& accumulator) {
    for_each_tile(shape.hidden, [&](std::size_t start, auto count) {
        std::array<FloatVector, decltype(count)::value> tile;
        const float* const bias = weights.data() + shape.hidden_bias() + start;
        for (std::size_t i = 0; i < count; ++i) { tile[i] = FloatVector::load(bias + i * FloatVector::Size); }
        for (const std::uint16_t input : inputs) {
            const float* const row = weights.data() + input * shape.hidden + start;
            for (std::size_t i = 0; i < count; ++i) { tile[i] += FloatVector::load(row + i * FloatVector::Size); }
        }
        for (std::size_t i = 0; i < count; ++i) { tile[i].store(accumulator.data() + start + i * FloatVector::Size); }
    });
}

// Adds the gradient of the hidden layer to the rows of all active inputs.
void scatter(const NetShape& shape, const Inputs& inputs, const float* hidden_gradient, NetWeights& gradient) {
    for_each_tile(shape.hidden, [&](std::size_t start, auto count) {
        std::array<FloatVector, decltype(count)::value> tile;
        for (std::size_t i = 0; i < count; ++i) {
            tile[i] = FloatVector::load(hidden_gradient + start + i * FloatVector::Size);
        }
        for (const std::uint16_t input : inputs) {
            float* const row = gradient.data() + input * shape.hidden + start;
            for (std::size_t i = 0; i < count; ++i) {
                float* const at = row + i * FloatVector::Size;
                (FloatVector::load(at) + tile[i]).store(at);
            }
        }
    });
}

float expected_result(float output, float sigmoid_scale) {
    return logistic(output * static_cast<float>(nnue::EvalScale) * sigmoid_scale);
}

}  // namespace

std::size_t NetShape::hidden_bias() const { return nnue::Inputs * hidden; }
std::size_t NetShape::output_weights(std::size_t bucket) const { return hidden_bias() + hidden + bucket * 2 * hidden; }
std::size_t NetShape::output_bias() const { return output_weights(buckets); }
std::size_t NetShape::size() const { return output_bias() + buckets; }
std::size_t NetShape::bucket_of(int pieces) const { return nnue::output_bucket(pieces, buckets); }

NetWeights random_weights(const NetShape& shape, std::uint64_t seed) {
    NetWeights weights(shape.size(), 0.0F);
    Prng prng(seed);
    const auto fill = [&](std::size_t from, std::size_t to, double width) {
        for (std::size_t i = from; i < to; ++i) { weights[i] = static_cast<float>((2 * prng.unit() - 1) * width); }
    };
    // About thirty inputs are 1 at a time.
    fill(0, shape.hidden_bias(), std::sqrt(1.0 / 30));
    fill(shape.output_weights(0), shape.output_bias(), std::sqrt(1.0 / static_cast<double>(2 * shape.hidden)));
    return weights;
}

float Target::of(const TrainingPosition& position) const {
    const float score = logistic(static_cast<float>(position.score) * sigmoid_scale);
    return wdl_share * static_cast<float>(position.points) / 2.0F + (1.0F - wdl_share) * score;
}

NetWorker::NetWorker(const NetShape& shape)
    : shape_(shape), own_(shape.hidden), enemy_(shape.hidden), hidden_gradient_(shape.hidden) {}

float NetWorker::forward(const NetWeights& weights, const TrainingPosition& position) {
    read_inputs(position, inputs_);
    accumulate(shape_, weights, inputs_.own, own_);
    accumulate(shape_, weights, inputs_.enemy, enemy_);
    const std::size_t bucket = shape_.bucket_of(piece_count(position));
    const float* const output_weights = weights.data() + shape_.output_weights(bucket);
    FloatVector sum;
    for (std::size_t i = 0; i < shape_.hidden; i += FloatVector::Size) {
        const FloatVector own = FloatVector::load(own_.data() + i).clipped();
        const FloatVector enemy = FloatVector::load(enemy_.data() + i).clipped();
        sum += own * own * FloatVector::load(output_weights + i) +
               enemy * enemy * FloatVector::load(output_weights + shape_.hidden + i);
    }
    return sum.sum() + weights[shape_.output_bias() + bucket];
}

float NetWorker::error(const NetWeights& weights, const TrainingPosition& position, const Target& target) {
    const float difference = expected_result(forward(weights, position), target.sigmoid_scale) - target.of(position);
    return difference * difference;
}

float NetWorker::backward(const NetWeights& weights, const TrainingPosition& position, const Target& target,
                          NetWeights& gradient) {
    const float expected = expected_result(forward(weights, position), target.sigmoid_scale);
    const float difference = expected - target.of(position);
    const float output_gradient =
        2 * difference * expected * (1 - expected) * static_cast<float>(nnue::EvalScale) * target.sigmoid_scale;
    const std::size_t bucket = shape_.bucket_of(piece_count(position));
    gradient[shape_.output_bias() + bucket] += output_gradient;
    backward(weights, own_, inputs_.own, shape_.output_weights(bucket), output_gradient, gradient);
    backward(weights, enemy_, inputs_.enemy, shape_.output_weights(bucket) + shape_.hidden, output_gradient, gradient);
    return difference * difference;
}

void NetWorker::backward(const NetWeights& weights, const NetWeights& accumulator, const Inputs& inputs,
                         std::size_t offset, float output_gradient, NetWeights& gradient) {
    const float* const output_weights = weights.data() + offset;
    float* const weight_gradient = gradient.data() + offset;
    float* const bias_gradient = gradient.data() + shape_.hidden_bias();
    for (std::size_t i = 0; i < shape_.hidden; i += FloatVector::Size) {
        // The activation is SCReLU: clipped, then squared.
        const FloatVector value = FloatVector::load(accumulator.data() + i).clipped();
        const FloatVector scaled = value * FloatVector(output_gradient);
        (FloatVector::load(weight_gradient + i) + scaled * value).store(weight_gradient + i);
        const FloatVector back =
            (scaled * FloatVector::load(output_weights + i) * FloatVector(2.0F)).where_below_one(value);
        (FloatVector::load(bias_gradient + i) + back).store(bias_gradient + i);
        back.store(hidden_gradient_.data() + i);
    }
    scatter(shape_, inputs, hidden_gradient_.data(), gradient);
}

std::vector<std::uint8_t> quantise(const NetShape& shape, const NetWeights& weights) {
    const auto rounded = [](float value, int unit) {
        return static_cast<std::int32_t>(std::lround(static_cast<double>(value) * unit));
    };
    std::vector<std::int16_t> quantised;
    quantised.reserve(shape.output_bias());
    for (std::size_t i = 0; i < shape.output_bias(); ++i) {
        const int unit = i < shape.output_weights(0) ? nnue::QA : nnue::QB;
        quantised.push_back(static_cast<std::int16_t>(std::clamp(rounded(weights[i], unit), -32768, 32767)));
    }
    std::vector<std::int32_t> biases;
    for (std::size_t i = shape.output_bias(); i < shape.size(); ++i) {
        biases.push_back(rounded(weights[i], nnue::QA * nnue::QB));
    }
    return nnue::make_file(shape.hidden, quantised, biases);
}

}  // namespace skua::lab
