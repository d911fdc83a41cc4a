// SPSA (Spall's simultaneous perturbation stochastic approximation) for the parameters of the search: games between two
// versions that differ a little in all parameters at once show which way to move them.
//
// Everything but the results of the games follows from the seed. Trials begin before the last ones have ended, always
// from the values `Lag` trials ago, so that the run is the same on any number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/prng.h"

namespace skua::lab {

struct SpsaSettings {
    std::uint64_t trials = 20'000;
    // How far a won game moves a parameter at the end, as a share of its step. Moves of chance and true ones grow with
    // it alike: only more trials and larger steps tell them apart.
    double rate = 0.002;
    std::uint64_t seed = 1;
};

class Spsa {
public:
    struct Parameter {
        std::string name;
        double value = 0;  // at the start
        int low = 0;
        int high = 0;
        double step = 1;  // how far it is moved to both sides in the last trial; further in those before

        friend bool operator==(const Parameter&, const Parameter&) = default;
    };
    // Two versions to compare.
    struct Trial {
        std::vector<int> plus;
        std::vector<int> minus;
    };
    // Where the run was after a number of trials.
    struct Sample {
        std::uint64_t trials = 0;
        std::vector<double> values;
        // The variance that the trials since the sample before would have added by chance, in squared steps.
        double chance = 0;
    };
    // What became of a parameter.
    struct Outcome {
        double value = 0;   // the mean over the last third of the run
        double last = 0;    // where it is now
        double moved = 0;   // from the start to that mean, in steps
        double chance = 0;  // the standard deviation of `moved` if no parameter mattered, in steps
    };

    // So many trials may be under way at once.
    static constexpr std::uint64_t Lag = 32;

    Spsa(std::vector<Parameter> parameters, const SpsaSettings& settings);

    [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
    [[nodiscard]] const SpsaSettings& settings() const { return settings_; }
    [[nodiscard]] std::uint64_t finished() const { return finished_; }
    [[nodiscard]] bool is_done() const { return finished_ == settings_.trials; }

    // Trials count from 1. One may begin when enough of those before it are finished.
    [[nodiscard]] bool may_begin(std::uint64_t trial) const;
    [[nodiscard]] Trial trial(std::uint64_t number) const;
    // The result of the trial after the last finished one: how many half points more plus scored than half of all.
    void finish(int difference);

    // From the start on, about a thousand of them in a whole run.
    [[nodiscard]] const std::vector<Sample>& samples() const { return samples_; }
    // One for each parameter.
    [[nodiscard]] std::vector<Outcome> outcomes() const;

private:
    [[nodiscard]] Prng prng_of(std::uint64_t trial) const;
    // Perturbations in steps, and how far one half point moves the values, in steps.
    [[nodiscard]] double perturbation(std::uint64_t trial) const;
    [[nodiscard]] double gain(std::uint64_t trial) const;

    std::vector<Parameter> parameters_;
    SpsaSettings settings_;
    std::uint64_t finished_ = 0;
    std::array<std::vector<double>, Lag> values_;  // after the last trials, by their number modulo Lag
    std::vector<Sample> samples_;
    double chance_ = 0;  // since the last sample
};

}  // namespace skua::lab
