#include "lab/training/model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "eval/nnue/network.h"
#include "lab/support/fitting.h"
#include "lab/training/float_vector.h"

namespace skua::lab {

namespace {

using Inputs = InlineVector<std::uint16_t, 32>;

// Calls `job` with stretches of the hidden layer, each a constant number of lanes long that fit into the registers.
template <typename Job>
void for_each_tile(std::size_t hidden, const Job& job) {
    constexpr std::size_t Large = 64;
    constexpr std::size_t Small = HiddenStep;
    std::size_t start = 0;
    for (; start + Large <= hidden; start += Large) {
        job(start, std::integral_constant<std::size_t, Large / Lanes::Size>());
    }
    for (; start < hidden; start += Small) { job(start, std::integral_constant<std::size_t, Small / Lanes::Size>()); }
}

// The bias and the rows of all inputs, added up.
void sum_up(const NetShape& shape, const NetNumbers& numbers, const Inputs& inputs, NetNumbers& sums) {
    for_each_tile(shape.hidden, [&](std::size_t start, auto count) {
        std::array<Lanes, decltype(count)::value> tile;
        const float* const bias = numbers.data() + shape.hidden_bias() + start;
        for (std::size_t i = 0; i < count; ++i) { tile[i] = Lanes::load(bias + i * Lanes::Size); }
        for (const std::uint16_t input : inputs) {
            const float* const row = numbers.data() + input * shape.hidden + start;
            for (std::size_t i = 0; i < count; ++i) { tile[i] += Lanes::load(row + i * Lanes::Size); }
        }
        for (std::size_t i = 0; i < count; ++i) { tile[i].store(sums.data() + start + i * Lanes::Size); }
    });
}

// Adds the slopes to the rows of all inputs.
void scatter(const NetShape& shape, const Inputs& inputs, const float* slopes, NetNumbers& gradient) {
    for_each_tile(shape.hidden, [&](std::size_t start, auto count) {
        std::array<Lanes, decltype(count)::value> tile;
        for (std::size_t i = 0; i < count; ++i) { tile[i] = Lanes::load(slopes + start + i * Lanes::Size); }
        for (const std::uint16_t input : inputs) {
            float* const row = gradient.data() + input * shape.hidden + start;
            for (std::size_t i = 0; i < count; ++i) {
                float* const at = row + i * Lanes::Size;
                (Lanes::load(at) + tile[i]).store(at);
            }
        }
    });
}

float expectation_of(float output, float k) { return logistic(output * static_cast<float>(nnue::EvalScale) * k); }

}  // namespace

std::size_t NetShape::hidden_bias() const { return nnue::Inputs * hidden; }
std::size_t NetShape::output_weights(std::size_t bucket) const { return hidden_bias() + hidden + bucket * 2 * hidden; }
std::size_t NetShape::output_bias() const { return output_weights(buckets); }
std::size_t NetShape::size() const { return output_bias() + buckets; }
std::size_t NetShape::bucket_of(int men) const { return nnue::output_bucket(men, buckets); }

NetNumbers random_numbers(const NetShape& shape, std::uint64_t seed) {
    NetNumbers numbers(shape.size(), 0.0F);
    Prng prng(seed);
    const auto fill = [&](std::size_t from, std::size_t to, double width) {
        for (std::size_t i = from; i < to; ++i) { numbers[i] = static_cast<float>((2 * prng.unit() - 1) * width); }
    };
    // About thirty inputs are 1 at a time.
    fill(0, shape.hidden_bias(), std::sqrt(1.0 / 30));
    fill(shape.output_weights(0), shape.output_bias(), std::sqrt(1.0 / static_cast<double>(2 * shape.hidden)));
    return numbers;
}

float Target::of(const TrainingPosition& position) const {
    const float score = logistic(static_cast<float>(position.score) * k);
    return share * static_cast<float>(position.points) / 2.0F + (1.0F - share) * score;
}

NetWorker::NetWorker(const NetShape& shape)
    : shape_(shape), own_(shape.hidden), other_(shape.hidden), slopes_(shape.hidden) {}

float NetWorker::forward(const NetNumbers& numbers, const TrainingPosition& position) {
    read_inputs(position, inputs_);
    sum_up(shape_, numbers, inputs_.own, own_);
    sum_up(shape_, numbers, inputs_.other, other_);
    const std::size_t bucket = shape_.bucket_of(men_of(position));
    const float* const weights = numbers.data() + shape_.output_weights(bucket);
    Lanes sum;
    for (std::size_t i = 0; i < shape_.hidden; i += Lanes::Size) {
        const Lanes own = Lanes::load(own_.data() + i).clipped();
        const Lanes other = Lanes::load(other_.data() + i).clipped();
        sum += own * own * Lanes::load(weights + i) + other * other * Lanes::load(weights + shape_.hidden + i);
    }
    return sum.total() + numbers[shape_.output_bias() + bucket];
}

float NetWorker::error(const NetNumbers& numbers, const TrainingPosition& position, const Target& target) {
    const float difference = expectation_of(forward(numbers, position), target.k) - target.of(position);
    return difference * difference;
}

float NetWorker::learn(const NetNumbers& numbers, const TrainingPosition& position, const Target& target,
                       NetNumbers& gradient) {
    const float expected = expectation_of(forward(numbers, position), target.k);
    const float difference = expected - target.of(position);
    const float slope = 2 * difference * expected * (1 - expected) * static_cast<float>(nnue::EvalScale) * target.k;

    const std::size_t hidden = shape_.hidden;
    const std::size_t bucket = shape_.bucket_of(men_of(position));
    gradient[shape_.output_bias() + bucket] += slope;
    const auto go_back = [&](const NetNumbers& sums, const Inputs& inputs, std::size_t offset) {
        const float* const weights = numbers.data() + shape_.output_weights(bucket) + offset;
        float* const weight_gradient = gradient.data() + shape_.output_weights(bucket) + offset;
        float* const bias_gradient = gradient.data() + shape_.hidden_bias();
        for (std::size_t i = 0; i < hidden; i += Lanes::Size) {
            const Lanes value = Lanes::load(sums.data() + i).clipped();
            const Lanes sloped = value * Lanes(slope);
            (Lanes::load(weight_gradient + i) + sloped * value).store(weight_gradient + i);
            const Lanes back = (sloped * Lanes::load(weights + i) * Lanes(2.0F)).where_below_one(value);
            (Lanes::load(bias_gradient + i) + back).store(bias_gradient + i);
            back.store(slopes_.data() + i);
        }
        scatter(shape_, inputs, slopes_.data(), gradient);
    };
    go_back(own_, inputs_.own, 0);
    go_back(other_, inputs_.other, hidden);
    return difference * difference;
}

std::vector<std::uint8_t> quantise(const NetShape& shape, const NetNumbers& numbers) {
    const auto rounded = [](float value, int unit) {
        return static_cast<std::int32_t>(std::lround(static_cast<double>(value) * unit));
    };
    std::vector<std::int16_t> weights;
    weights.reserve(shape.output_bias());
    for (std::size_t i = 0; i < shape.output_bias(); ++i) {
        const int unit = i < shape.output_weights(0) ? nnue::QA : nnue::QB;
        weights.push_back(static_cast<std::int16_t>(std::clamp(rounded(numbers[i], unit), -32768, 32767)));
    }
    std::vector<std::int32_t> biases;
    for (std::size_t i = shape.output_bias(); i < shape.size(); ++i) {
        biases.push_back(rounded(numbers[i], nnue::QA * nnue::QB));
    }
    return nnue::make_file(shape.hidden, weights, biases);
}

}  // namespace skua::lab
