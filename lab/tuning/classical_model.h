// The classical evaluation as a function of its weights, with its gradient: what the tuner climbs on.
//
// A position is reduced once to the counts of its terms. From them the evaluation is computed with the same formulas
// that the engine uses (total.h), in real numbers, and so is its derivative by every weight.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.h"
#include "eval/classical/classical.h"
#include "eval/classical/weights.h"

namespace skua::lab {

// Middlegame values first, then endgame values.
inline constexpr std::size_t ParameterCount = 2 * classical::WeightCount;
using ParameterVector = std::array<double, ParameterCount>;

ParameterVector to_parameters(const classical::Weights& weights);
// Rounded.
classical::Weights to_weights(const ParameterVector& parameters);

// What is left of a position.
struct Sample {
    std::size_t first = 0;  // its counts: a stretch of the collection's
    std::uint16_t size = 0;
    std::uint8_t phase = 0;
    std::uint8_t halfmove_clock = 0;
    std::int8_t fixed_scale = -1;  // a scale that no weight decides; -1: decided by weights
    float target = 0;              // the expected share of the point for White, 0 to 1
};

struct TermCount {
    std::uint16_t place = 0;  // in Weights
    std::int8_t white = 0;
    std::int8_t black = 0;
};

// Many positions, close together in memory.
class SampleCollection {
public:
    // False when the position tells nothing about the weights: its ending is known.
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

// White's evaluation in centipawns.
double evaluate_sample(const Sample& sample, std::span<const TermCount> counts, const ParameterVector& parameters);
// Adds `factor` times the derivative of the evaluation by each parameter; tells the evaluation.
double add_gradient(const Sample& sample, std::span<const TermCount> counts, const ParameterVector& parameters,
                    double factor, ParameterVector& gradient);

// From centipawns to the expected share of the point.
double expectation(double centipawns, double k);
// Tells the squared error of the expectation, and adds its derivative by each parameter.
double add_error_gradient(const Sample& sample, std::span<const TermCount> counts, const ParameterVector& parameters,
                          double k, ParameterVector& gradient);

}  // namespace skua::lab
