#include "lab/support/pentanomial.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace skua::lab {

namespace {

constexpr double Outcomes = 5;
// Standard deviations to both sides that hold 95 %.
constexpr double Confidence = 1.959964;

using Chances = std::array<double, 5>;

// The share of the points in a pair with this outcome.
double share_of_outcome(std::size_t outcome) { return static_cast<double>(outcome) / (Outcomes - 1); }

// Likeliest chances, given the observed ones, among all whose mean is `mean`. By Lagrange's method each is
// observed / (1 + x * (share - mean)), with the x for which their mean is right; it is found by bisection.
Chances likeliest_with_mean(const Chances& observed, double mean) {
    const auto chance = [&](std::size_t i, double x) { return observed[i] / (1 + x * (share_of_outcome(i) - mean)); };
    double low = -1 / (1 - mean);
    double high = 1 / mean;
    for (int i = 0; i < 100; ++i) {
        const double x = (low + high) / 2;
        double excess = 0;
        for (std::size_t outcome = 0; outcome < observed.size(); ++outcome) {
            excess += (share_of_outcome(outcome) - mean) * chance(outcome, x);
        }
        // A larger x takes chances from the better outcomes.
        (excess > 0 ? low : high) = x;
    }
    Chances chances{};
    for (std::size_t i = 0; i < chances.size(); ++i) { chances[i] = chance(i, (low + high) / 2); }
    return chances;
}

}  // namespace

double elo_of_share(double share) {
    if (share <= 0) { return -std::numeric_limits<double>::infinity(); }
    if (share >= 1) { return std::numeric_limits<double>::infinity(); }
    return 400 * std::log10(share / (1 - share));
}

double share_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

std::uint64_t Pentanomial::pairs() const { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}); }

double Pentanomial::share() const {
    if (pairs() == 0) { return 0.5; }
    double sum = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) { sum += static_cast<double>(counts_[i]) * share_of_outcome(i); }
    return sum / static_cast<double>(pairs());
}

double Pentanomial::variance() const {
    if (pairs() == 0) { return 0; }
    const double mean = share();
    double sum = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        sum += static_cast<double>(counts_[i]) * std::pow(share_of_outcome(i) - mean, 2);
    }
    return sum / static_cast<double>(pairs());
}

double Pentanomial::elo_error() const {
    if (pairs() == 0) { return std::numeric_limits<double>::infinity(); }
    const double distance = Confidence * std::sqrt(variance() / static_cast<double>(pairs()));
    const double low = share() - distance;
    const double high = share() + distance;
    if (low <= 0 || high >= 1) { return std::numeric_limits<double>::infinity(); }
    return (elo_of_share(high) - elo_of_share(low)) / 2;
}

double Pentanomial::normalised_elo() const {
    if (variance() == 0) { return 0; }
    // A pair of independent games has half the variance of a game.
    return (share() - 0.5) / std::sqrt(2 * variance()) * (800 / std::log(10));
}

double Pentanomial::los() const {
    const double distance = share() - 0.5;
    if (variance() == 0) { return distance == 0 ? 0.5 : distance > 0 ? 1 : 0; }
    return 0.5 * (1 + std::erf(distance / std::sqrt(2 * variance() / static_cast<double>(pairs()))));
}

double Pentanomial::log_likelihood_ratio(double elo0, double elo1) const {
    if (pairs() == 0) { return 0; }
    // An outcome that was not seen yet is not taken for impossible.
    constexpr double Unseen = 1e-3;
    Chances observed{};
    for (std::size_t i = 0; i < observed.size(); ++i) {
        observed[i] = counts_[i] == 0 ? Unseen : static_cast<double>(counts_[i]);
    }
    const double all = std::accumulate(observed.begin(), observed.end(), 0.0);
    for (double& chance : observed) { chance /= all; }
    const Chances by0 = likeliest_with_mean(observed, share_of_elo(elo0));
    const Chances by1 = likeliest_with_mean(observed, share_of_elo(elo1));
    double ratio = 0;
    for (std::size_t i = 0; i < observed.size(); ++i) { ratio += all * observed[i] * std::log(by1[i] / by0[i]); }
    return ratio;
}

double Sprt::lower_bound() const { return std::log(beta / (1 - alpha)); }

double Sprt::upper_bound() const { return std::log((1 - beta) / alpha); }

Sprt::Verdict Sprt::verdict(const Pentanomial& results) const {
    const double ratio = results.log_likelihood_ratio(elo0, elo1);
    if (ratio >= upper_bound()) { return Verdict::Elo1; }
    return ratio <= lower_bound() ? Verdict::Elo0 : Verdict::None;
}

}  // namespace skua::lab
