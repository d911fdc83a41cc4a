// What a match says about the strength of its players: Elo difference with its error, likelihood of superiority, and
// the sequential probability ratio test (SPRT).
//
// The two games of an opening, played with both colours, count as one observation: their results depend on each other,
// because the opening may favour one side. (Van den Bergh: a pair has five outcomes, hence "pentanomial".)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace skua::lab {

// Elo differences and shares of the points: 0 is 0.5, 400 is 10/11.
double elo_of_share(double share);
double share_of_elo(double elo);

// Counts pairs of games by the points of the first player.
class Pentanomial {
public:
    using Counts = std::array<std::uint64_t, 5>;  // pairs with 0, 1/2, 1, 3/2 and 2 points

    Pentanomial() = default;
    explicit Pentanomial(const Counts& counts) : counts_(counts) {}

    // `half_points` of the first player in both games together: 0 to 4.
    void add(int half_points) { ++counts_[static_cast<std::size_t>(half_points)]; }

    [[nodiscard]] const Counts& counts() const { return counts_; }
    [[nodiscard]] std::uint64_t pairs() const;
    // The first player's share of the points; 0.5 when nothing was played.
    [[nodiscard]] double share() const;
    // The variance of the share in a single pair.
    [[nodiscard]] double variance() const;

    // Infinite when one player has all the points.
    [[nodiscard]] double elo() const { return elo_of_share(share()); }
    // Half the width of the interval that holds the true difference with 95 % confidence. Infinite when the interval
    // reaches the end of the scale.
    [[nodiscard]] double elo_error() const;
    // Normalised Elo: the difference in units of a game's standard deviation, which is what the length of a match
    // depends on. 0 when all pairs ended alike.
    [[nodiscard]] double normalised_elo() const;
    // Likelihood of superiority: the chance that the first player is the stronger one.
    [[nodiscard]] double los() const;
    // How much likelier these results are if the true difference is elo1 than if it is elo0, as a logarithm. Both are
    // in logistic Elo. The distribution of the outcomes is the likeliest one with that difference (generalised SPRT).
    [[nodiscard]] double log_likelihood_ratio(double elo0, double elo1) const;

private:
    Counts counts_{};
};

// Is the true difference nearer to elo1 than to elo0? Ends a match as soon as the answer is clear.
struct Sprt {
    double elo0 = 0;
    double elo1 = 8;
    double alpha = 0.1;  // the chance to accept elo1 when elo0 is true
    double beta = 0.1;   // and the other way around

    enum class Verdict : std::uint8_t { None, Elo0, Elo1 };

    // elo0 is accepted below the one, elo1 above the other.
    [[nodiscard]] double lower_bound() const;
    [[nodiscard]] double upper_bound() const;
    [[nodiscard]] Verdict verdict(const Pentanomial& results) const;
};

}  // namespace skua::lab
