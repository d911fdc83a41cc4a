// The classical evaluation as a function of its weights, with its gradient, for the tuner.
//
// A position is reduced once to the counts of its terms. From them the evaluation and its derivative by every weight
// are computed in floating point, with the same formulas that the engine uses (total.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.h"
#include "eval/classical/classical.h"
#include "eval/classical/weights.h"

namespace skua::lab {

// All middlegame values, then all endgame values.
inline constexpr std::size_t ParameterCount = 2 * classical::WeightCount;
using ParameterVector = std::array<double, ParameterCount>;

ParameterVector to_parameters(const classical::Weights& weights);
// Rounds to whole centipawns.
classical::Weights to_weights(const ParameterVector& parameters);

// A position reduced to what the evaluation depends on.
struct Sample {
    std::size_t first = 0;  // index of its first count in the collection
    std::uint16_t size = 0;
    std::uint8_t phase = 0;
    std::uint8_t halfmove_clock = 0;
    std::int8_t fixed_scale = -1;  // an endgame scale that depends on no weight; -1 if weights decide it
    float target = 0;              // expected result for White, 0 to 1
};

struct TermCount {
    std::uint16_t place = 0;  // index in Weights
    std::int8_t white = 0;
    std::int8_t black = 0;
};

// Many samples, stored compactly.
class SampleCollection {
public:
    // False when no weight matters, because a specialised endgame function evaluates the position.
    bool add(const Position& position, float target);

    void set_target(std::size_t index, float target) { samples_[index].target = target; }

    [[nodiscard]] std::size_t size() const { return samples_.size(); }
    [[nodiscard]] const Sample& operator[](std::size_t index) const { return samples_[index]; }
    [[nodiscard]] std::span<const TermCount> counts(const Sample& sample) const {
        return {counts_.data() + sample.first, sample.size};
    }
    [[nodiscard]] std::size_t bytes() const {
        return samples_.size() * sizeof(Sample) + counts_.size() * sizeof(TermCount);
    }

private:
    std::vector<Sample> samples_;
    std::vector<TermCount> counts_;
};

// The evaluation in centipawns, in White's view.
double evaluate_sample(const Sample& sample, std::span<const TermCount> counts, const ParameterVector& parameters);
// Adds `factor` times the derivative of the evaluation by each parameter, and returns the evaluation.
double add_gradient(const Sample& sample, std::span<const TermCount> counts, const ParameterVector& parameters,
                    double factor, ParameterVector& gradient);

// The expected result, 0 to 1, of a score in centipawns; k is the sigmoid scale.
double expectation(double centipawns, double k);
// Returns the squared error of the expected result, and adds its derivative by each parameter.
double add_error_gradient(const Sample& sample, std::span<const TermCount> counts, const ParameterVector& parameters,
                          double k, ParameterVector& gradient);

}  // namespace skua::lab
