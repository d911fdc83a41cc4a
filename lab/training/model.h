// The network in floating point, with its forward and backward pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "eval/nnue/architecture.h"
#include "lab/support/fitting.h"
#include "lab/training/training_position.h"

namespace skua::lab {

// Hidden sizes are multiples of this.
inline constexpr std::size_t HiddenStep = 16;
inline constexpr std::size_t MaxHidden = 1024;
inline constexpr std::size_t MaxBuckets = 32;

// The sizes of a network, and where its weights stand in one array. First come the weights of the inputs, in tiles: all
// rows' weights for the first neurons, then all rows' for the next, so that what a pass over one tile touches stays in
// the cache. The rest is in the order of eval/nnue/network.h.
struct NetShape {
    std::size_t hidden = nnue::Hidden;
    std::size_t buckets = nnue::OutputBuckets;
    std::size_t king_buckets = nnue::KingBuckets;

    [[nodiscard]] std::size_t inputs() const { return king_buckets * nnue::InputsPerKingBucket; }
    // How many neurons the tile of this neuron has.
    [[nodiscard]] std::size_t tile_size(std::size_t neuron) const;
    [[nodiscard]] std::size_t input_weight(std::size_t input, std::size_t neuron) const;
    [[nodiscard]] std::size_t hidden_bias() const;
    [[nodiscard]] std::size_t output_weights(std::size_t bucket) const;
    [[nodiscard]] std::size_t output_bias() const;
    [[nodiscard]] std::size_t size() const;
    // The output bucket for this many pieces.
    [[nodiscard]] std::size_t bucket_of(int pieces) const;

    // Can the trainer handle these sizes?
    [[nodiscard]] bool is_possible() const;
    // The sizes in words.
    [[nodiscard]] std::string describe() const;

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

// The same weights in the order of eval/nnue/network.h, which files have: row by row instead of in tiles. If there are
// more (lab/training/factoriser.h), these are put in order in the same way.
NetWeights to_file_order(const NetShape& shape, const NetWeights& weights);
NetWeights from_file_order(const NetShape& shape, const NetWeights& weights);

// Random weights, scaled by the number of inputs of each layer; the same for all king buckets.
NetWeights random_weights(const NetShape& shape, std::uint64_t seed);

// What the network is trained to predict: a mix of the game's result and the search's score.
struct Target {
    float wdl_share = 0.35F;  // lambda: the share of the result; the rest is the score
    float sigmoid_scale = static_cast<float>(DefaultSigmoidScale);

    [[nodiscard]] float of(const TrainingPosition& position) const;
};

// Runs the network on positions. Each thread has its own.
//
// Positions are processed in groups. The forward pass sums up the hidden layer tile by tile for the whole group. The
// backward pass goes by input: it adds up the slopes of all positions in which the input is 1, and then touches the
// input's gradient once.
class NetWorker {
public:
    explicit NetWorker(const NetShape& shape);

    // The output, in units of nnue::EvalScale.
    float forward(const NetWeights& weights, const TrainingPosition& position);
    // The sum of the squared errors of the expected results. Adds its derivative by every weight to `gradient`.
    double backward(const NetWeights& weights, std::span<const TrainingPosition> positions, const Target& target,
                    NetWeights& gradient);
    // The sum of the squared errors alone.
    double error(const NetWeights& weights, std::span<const TrainingPosition> positions, const Target& target);

private:
    static constexpr std::size_t GroupSize = 256;

    // A position has two views: view 2 i is that of the side to move in position i of the group, view 2 i + 1 that of
    // its opponent. Both have an input for every piece.
    struct Entry {
        const TrainingPosition* position = nullptr;
        std::size_t pieces = 0;
        std::size_t first_input = 0;  // of view 2 i in inputs_; those of view 2 i + 1 follow
    };

    // Fills group_, inputs_ and values_, the last with the hidden layer, clipped but not squared.
    void run_group(const NetWeights& weights, std::span<const TrainingPosition> group);
    void read_group(std::span<const TrainingPosition> group);
    void sum_up_hidden(const NetWeights& weights);
    [[nodiscard]] float output(const NetWeights& weights, std::size_t position, std::size_t bucket) const;
    // The backward pass through the output layer: replaces the position's values by their slopes.
    void pass_back(const NetWeights& weights, std::size_t position, std::size_t bucket, float output_gradient,
                   NetWeights& gradient);
    // Lists the views of every input.
    void list_views();
    // Adds the slopes of all views to the gradients of their inputs.
    void add_slopes(NetWeights& gradient) const;
    // Where the values of a view begin, for the tile that begins with this neuron.
    [[nodiscard]] std::size_t value_of(std::size_t view, std::size_t tile, std::size_t tile_size) const {
        return tile * 2 * GroupSize + view * tile_size;
    }

    NetShape shape_;
    std::vector<Entry> group_;           // sorted by the number of pieces, so that loops over them are predictable
    std::vector<std::uint16_t> inputs_;  // of all views
    NetWeights values_;                  // the hidden layer of all views, in tiles as the weights are
    // The views of input i are views_of_input_ from first_view_[i] to first_view_[i + 1].
    std::vector<std::uint32_t> first_view_;
    std::vector<std::uint16_t> views_of_input_;
};

// The file of the quantised network, for the engine.
std::vector<std::uint8_t> quantise(const NetShape& shape, const NetWeights& weights);

struct FloatNetwork {
    NetShape shape;
    NetWeights weights;
};
// The way back: the weights that the file of a quantised network stands for.
Result<FloatNetwork> dequantise(std::span<const std::uint8_t> bytes);

// The same network with more hidden neurons or king buckets. New neurons have random weights in front of them and none
// behind them, so that they change no output until training finds a use for them; new king buckets are all alike.
// Returns an Error if the shape has less of something.
Result<NetWeights> widen(const FloatNetwork& network, const NetShape& shape, std::uint64_t seed);

}  // namespace skua::lab
