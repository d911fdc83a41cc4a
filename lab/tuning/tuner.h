// skua-lab tune: finds the weights of the classical evaluation that predict the results of games best.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "lab/tuning/classical_model.h"

namespace skua::lab {

struct TuneSettings {
    int epochs = 30;
    int threads = 1;
    std::size_t batch = 16384;
    double rate = 1.0;  // of learning, in centipawns, at the start
    std::uint64_t seed = 1;
};

// The k with which the evaluation of these positions predicts their targets best.
double fit_k(const SampleCollection& samples, const ParameterVector& parameters, int threads);
// Mean squared error.
double mean_error(const SampleCollection& samples, const ParameterVector& parameters, double k, int threads);

struct EpochReport {
    int epoch = 0;
    double training_error = 0;
    double validation_error = 0;
};

// Descends from `parameters`; returns those with the smallest validation error seen. `tell` hears of every epoch and
// ends the run early by saying false.
ParameterVector tune(const SampleCollection& training, const SampleCollection& validation, ParameterVector parameters,
                     double k, const TuneSettings& settings, const std::function<bool(const EpochReport&)>& tell);

int run_tune(std::span<const std::string_view> arguments);

}  // namespace skua::lab
