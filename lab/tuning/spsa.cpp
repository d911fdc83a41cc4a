#include "lab/tuning/spsa.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace skua::lab {

namespace {

// Spall's standard SPSA constants; A is a share of the number of trials.
constexpr double Alpha = 0.602;
constexpr double Gamma = 0.101;
constexpr double A = 0.1;

constexpr std::uint64_t SamplesInAll = 1000;

// Rounds up or down at random, so that the mean is `value`.
int rounded_at_random(double value, Prng& prng) { return static_cast<int>(std::floor(value + prng.unit())); }

int sign(Prng& prng) { return prng.below(2) == 0 ? 1 : -1; }

}  // namespace

Spsa::Spsa(std::vector<Parameter> parameters, const SpsaSettings& settings)
    : parameters_(std::move(parameters)), settings_(settings) {
    Sample start;
    for (const Parameter& parameter : parameters_) { start.values.push_back(parameter.value); }
    values_[0] = start.values;
    samples_.push_back(std::move(start));
}

Prng Spsa::prng_of(std::uint64_t trial) const { return Prng(Prng(settings_.seed).next() ^ trial); }

// The usual c / k^gamma, with c chosen so that the last trial perturbs by one step.
double Spsa::perturbation(std::uint64_t trial) const {
    return std::pow(static_cast<double>(settings_.trials) / static_cast<double>(trial), Gamma);
}

// The usual a_k / c_k with a_k = a / (A + k)^alpha, and a chosen so that the last trial has the given rate.
double Spsa::gain(std::uint64_t trial) const {
    const auto all = static_cast<double>(settings_.trials);
    const double a = settings_.rate * std::pow((A * all + all) / (A * all + static_cast<double>(trial)), Alpha);
    return a / perturbation(trial);
}

bool Spsa::may_begin(std::uint64_t trial) const { return trial <= settings_.trials && trial <= finished_ + Lag; }

Spsa::Trial Spsa::trial(std::uint64_t number) const {
    assert(number > finished_ && may_begin(number));
    const std::vector<double>& values = values_[(number > Lag ? number - Lag : 0) % Lag];
    Prng prng = prng_of(number);
    Trial trial;
    // The signs come first: finish() draws them again.
    std::vector<int> signs;
    for (std::size_t i = 0; i < parameters_.size(); ++i) { signs.push_back(sign(prng)); }
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const Parameter& parameter = parameters_[i];
        const double moved = signs[i] * perturbation(number) * parameter.step;
        const auto near = [&](double value) {
            return std::clamp(rounded_at_random(value, prng), parameter.low, parameter.high);
        };
        trial.plus.push_back(near(values[i] + moved));
        trial.minus.push_back(near(values[i] - moved));
    }
    return trial;
}

void Spsa::finish(int difference) {
    assert(!is_done());
    const std::uint64_t number = finished_ + 1;
    Prng prng = prng_of(number);
    const double moved = gain(number) * difference;
    std::vector<double> values = values_[finished_ % Lag];
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const Parameter& parameter = parameters_[i];
        values[i] = std::clamp(values[i] + sign(prng) * moved * parameter.step, static_cast<double>(parameter.low),
                               static_cast<double>(parameter.high));
    }
    chance_ += moved * moved;
    finished_ = number;
    const std::uint64_t interval = std::max<std::uint64_t>(settings_.trials / SamplesInAll, 1);
    if (finished_ % interval == 0 || is_done()) {
        samples_.push_back({finished_, values, std::exchange(chance_, 0.0)});
    }
    values_[finished_ % Lag] = std::move(values);
}

std::vector<Spsa::Outcome> Spsa::outcomes() const {
    // Samples from here on are averaged; in a run that has just begun there is only the start.
    const std::size_t first = samples_.size() - (samples_.size() + 2) / 3;
    const auto averaged = static_cast<double>(samples_.size() - first);
    // If no parameter mattered, the signs of all moves would be chance, and the variances of the moves would add up.
    // Those before the last third are in every averaged sample, those in it only in the ones that follow.
    double variance = 0;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
        const double share = i <= first ? 1 : static_cast<double>(samples_.size() - i) / averaged;
        variance += share * share * samples_[i].chance;
    }
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const Parameter& parameter = parameters_[i];
        Outcome outcome;
        for (std::size_t j = first; j < samples_.size(); ++j) { outcome.value += samples_[j].values[i] / averaged; }
        outcome.last = values_[finished_ % Lag][i];
        outcome.moved = (outcome.value - parameter.value) / parameter.step;
        outcome.chance = std::sqrt(variance);
        outcomes.push_back(outcome);
    }
    return outcomes;
}

}  // namespace skua::lab
