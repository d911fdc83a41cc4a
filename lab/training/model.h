// The network in floating point, with its forward and backward pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "eval/nnue/architecture.h"
#include "lab/support/fitting.h"
#include "lab/training/training_position.h"

namespace skua::lab {

// Hidden sizes are multiples of this.
inline constexpr std::size_t HiddenStep = 16;
inline constexpr std::size_t MaxHidden = 1024;

// The sizes of a network, and where its weights stand in one array: in the order of eval/nnue/network.h.
struct NetShape {
    std::size_t hidden = nnue::Hidden;
    std::size_t buckets = nnue::OutputBuckets;

    [[nodiscard]] std::size_t hidden_bias() const;
    [[nodiscard]] std::size_t output_weights(std::size_t bucket) const;
    [[nodiscard]] std::size_t output_bias() const;
    [[nodiscard]] std::size_t size() const;
    // The output bucket for this many pieces.
    [[nodiscard]] std::size_t bucket_of(int pieces) const;

    friend bool operator==(const NetShape&, const NetShape&) = default;
};

// Allocates at the start of a cache line, so that no row of weights touches more lines than it must.
template <typename Value>
struct LineAllocator {
    using value_type = Value;
    static constexpr std::align_val_t Line{64};

    LineAllocator() = default;
    template <typename Other>
    explicit LineAllocator(const LineAllocator<Other>&) {}

    Value* allocate(std::size_t count) { return static_cast<Value*>(::operator new(count * sizeof(Value), Line)); }
    void deallocate(Value* memory, std::size_t) { ::operator delete(memory, Line); }
    friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};

// All weights and biases of a network, or one number for each of them.
using NetWeights = std::vector<float, LineAllocator<float>>;

// Random weights, scaled by the number of inputs of each layer.
NetWeights random_weights(const NetShape& shape, std::uint64_t seed);

// What the network is trained to predict: a mix of the game's result and the search's score.
struct Target {
    float wdl_share = 0.35F;  // lambda: the share of the result; the rest is the score
    float sigmoid_scale = static_cast<float>(DefaultSigmoidScale);

    [[nodiscard]] float of(const TrainingPosition& position) const;
};

// Runs the network on single positions. Each thread has its own.
class NetWorker {
public:
    explicit NetWorker(const NetShape& shape);

    // The output, in units of nnue::EvalScale.
    float forward(const NetWeights& weights, const TrainingPosition& position);
    // The squared error of the expected result. Adds its derivative by every weight to `gradient`.
    float backward(const NetWeights& weights, const TrainingPosition& position, const Target& target,
                   NetWeights& gradient);
    // The squared error alone.
    float error(const NetWeights& weights, const TrainingPosition& position, const Target& target);

private:
    using Inputs = InlineVector<std::uint16_t, 32>;

    // One side's half of the backward pass; `offset` is where its output weights begin.
    void backward(const NetWeights& weights, const NetWeights& accumulator, const Inputs& inputs, std::size_t offset,
                  float output_gradient, NetWeights& gradient);

    NetShape shape_;
    ActiveInputs inputs_;
    NetWeights own_;    // accumulator of the side to move
    NetWeights enemy_;  // and of its opponent
    NetWeights hidden_gradient_;
};

// The file of the quantised network, for the engine.
std::vector<std::uint8_t> quantise(const NetShape& shape, const NetWeights& weights);

}  // namespace skua::lab
