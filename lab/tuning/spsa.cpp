#include "lab/tuning/spsa.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <utility>

namespace skua::lab {

namespace {

// Spall's standard SPSA constants; A is a share of the number of iterations.
constexpr double Alpha = 0.602;
constexpr double Gamma = 0.101;
constexpr double A = 0.1;

// Rounds up or down at random, so that the mean is `value`.
int rounded_at_random(double value, Prng& prng) { return static_cast<int>(std::floor(value + prng.unit())); }

}  // namespace

Spsa::Spsa(std::vector<Parameter> parameters, std::uint64_t iterations, double rate)
    : parameters_(std::move(parameters)), iterations_(iterations), rate_(rate) {}

// The usual c / k^gamma, with c chosen so that the last iteration moves by one step.
double Spsa::c_k(const Parameter& parameter, std::uint64_t k) const {
    return parameter.step * std::pow(static_cast<double>(iterations_) / static_cast<double>(k), Gamma);
}

// The usual a / (A + k)^alpha, with a chosen so that the last iteration has the given rate.
double Spsa::a_k(const Parameter& parameter, std::uint64_t k) const {
    const auto all = static_cast<double>(iterations_);
    return rate_ * parameter.step * parameter.step *
           std::pow((A * all + all) / (A * all + static_cast<double>(k)), Alpha);
}

Spsa::Iteration Spsa::start(Prng& prng) {
    Iteration iteration;
    iteration.k = ++started_;
    for (const Parameter& parameter : parameters_) {
        const int delta = prng.below(2) == 0 ? 1 : -1;
        const double moved = delta * c_k(parameter, iteration.k);
        iteration.delta.push_back(delta);
        iteration.plus.push_back(
            std::clamp(rounded_at_random(parameter.value + moved, prng), parameter.low, parameter.high));
        iteration.minus.push_back(
            std::clamp(rounded_at_random(parameter.value - moved, prng), parameter.low, parameter.high));
    }
    return iteration;
}

void Spsa::finish(const Iteration& iteration, int difference) {
    ++finished_;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        Parameter& parameter = parameters_[i];
        const double change =
            a_k(parameter, iteration.k) / c_k(parameter, iteration.k) * difference * iteration.delta[i];
        parameter.value = std::clamp(parameter.value + change, static_cast<double>(parameter.low),
                                     static_cast<double>(parameter.high));
    }
}

std::string Spsa::to_text() const {
    std::ostringstream text;
    text << "spsa " << finished_ << ' ' << iterations_ << '\n' << std::setprecision(10);
    for (const Parameter& parameter : parameters_) { text << parameter.name << ' ' << parameter.value << '\n'; }
    return text.str();
}

std::optional<Error> Spsa::read(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::string word;
    std::uint64_t finished = 0;
    std::uint64_t iterations = 0;
    if (!(in >> word >> finished >> iterations) || word != "spsa" || finished > iterations) {
        return Error{"it is not a state of spsa"};
    }
    if (iterations != iterations_) {
        return Error{"it belongs to a run of " + std::to_string(iterations) + " pairs of games"};
    }
    std::vector<Parameter> found = parameters_;
    for (Parameter& parameter : found) {
        if (!(in >> word >> parameter.value) || word != parameter.name || parameter.value < parameter.low ||
            parameter.value > parameter.high) {
            return Error{"its parameters are not those of this run"};
        }
    }
    if (in >> word) { return Error{"its parameters are not those of this run"}; }
    parameters_ = std::move(found);
    started_ = finished;
    finished_ = finished;
    return std::nullopt;
}

}  // namespace skua::lab
