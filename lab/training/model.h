// The network in real numbers, with its gradient: what the trainer descends on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "eval/nnue/architecture.h"
#include "lab/support/fitting.h"
#include "lab/training/positions.h"

namespace skua::lab {

// What hidden sizes are multiples of.
inline constexpr std::size_t HiddenStep = 16;

// Where the numbers of a network stand in one row: as in eval/nnue/network.h, of any hidden size.
struct NetShape {
    std::size_t hidden = nnue::Hidden;
    std::size_t buckets = nnue::OutputBuckets;

    [[nodiscard]] std::size_t hidden_bias() const;
    [[nodiscard]] std::size_t output_weights(std::size_t bucket) const;
    [[nodiscard]] std::size_t output_bias() const;
    [[nodiscard]] std::size_t size() const;
    // Its output weights for this many men.
    [[nodiscard]] std::size_t bucket_of(int men) const;

    friend bool operator==(const NetShape&, const NetShape&) = default;
};

// Begins where a cache line does, so that no row of the network lies across one more than it must.
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

using NetNumbers = std::vector<float, LineAllocator<float>>;

// Random, of the size that lets signals through.
NetNumbers random_numbers(const NetShape& shape, std::uint64_t seed);

// How training sees a position's worth.
struct Target {
    float share = 0.35F;                     // of the game's result; the rest is the search's score
    float k = static_cast<float>(DefaultK);  // from centipawns to the expected share of the point

    [[nodiscard]] float of(const TrainingPosition& position) const;
};

// One thread's place to work in.
class NetWorker {
public:
    explicit NetWorker(const NetShape& shape);

    // The output, in units of nnue::EvalScale.
    float forward(const NetNumbers& numbers, const TrainingPosition& position);
    // Tells the squared error of the expectation and adds its derivative by every number.
    float learn(const NetNumbers& numbers, const TrainingPosition& position, const Target& target,
                NetNumbers& gradient);
    // Without the derivative.
    float error(const NetNumbers& numbers, const TrainingPosition& position, const Target& target);

private:
    NetShape shape_;
    ActiveInputs inputs_;
    NetNumbers own_;
    NetNumbers other_;
    NetNumbers slopes_;
};

// The bytes of a file for the engine.
std::vector<std::uint8_t> quantise(const NetShape& shape, const NetNumbers& numbers);

}  // namespace skua::lab
