// The figures of a match, beside those that other programs print for the same results.
#include "lab/support/pentanomial.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/prng.h"

namespace skua::lab {
namespace {

TEST(Pentanomial, EloAndShares) {
    EXPECT_EQ(elo_of_share(0.5), 0);
    EXPECT_NEAR(elo_of_share(10.0 / 11), 400, 1e-9);
    EXPECT_NEAR(elo_of_share(0.75), 190.85, 0.01);
    for (const double elo : {-600.0, -8.0, 0.0, 0.5, 250.0}) {
        EXPECT_NEAR(elo_of_share(share_of_elo(elo)), elo, 1e-9);
    }
    EXPECT_EQ(elo_of_share(1), INFINITY);
    EXPECT_EQ(elo_of_share(0), -INFINITY);
}

// By hand: ten pairs with 1/2, 1, 1, 1, 1, 1, 1, 3/2, 3/2 and 2 points.
TEST(Pentanomial, ByHand) {
    Pentanomial results;
    for (const int half_points : {1, 2, 2, 2, 2, 2, 2, 3, 3, 4}) { results.add(half_points); }
    EXPECT_EQ(results.counts(), (Pentanomial::Counts{0, 1, 6, 2, 1}));
    EXPECT_EQ(results.pairs(), 10U);
    EXPECT_DOUBLE_EQ(results.share(), 11.5 / 20);
    EXPECT_NEAR(results.variance(), (0.325 * 0.325 + 6 * 0.075 * 0.075 + 2 * 0.175 * 0.175 + 0.425 * 0.425) / 10,
                1e-12);
    EXPECT_NEAR(results.elo(), 400 * std::log10(11.5 / 8.5), 1e-9);
    // The standard deviation of the mean is sqrt(0.0038125) = 0.061745; 95 % are 0.12102 to both sides of 0.575.
    EXPECT_NEAR(results.elo_error(), (elo_of_share(0.575 + 0.12102) - elo_of_share(0.575 - 0.12102)) / 2, 0.05);
    EXPECT_NEAR(results.los(), 0.88775, 0.0001);  // 0.075 is 1.21467 standard deviations
}

// The figures that fastchess expects of itself in its tests.
TEST(Pentanomial, AgreesWithFastchess) {
    const Pentanomial first({34, 54, 63, 64, 75});
    EXPECT_NEAR(first.elo(), 55.58, 0.01);
    EXPECT_NEAR(first.elo_error(), 27.65, 0.01);
    EXPECT_NEAR(first.normalised_elo(), 57.94, 0.01);
    EXPECT_NEAR(first.los(), 1.0, 0.0001);
    const Pentanomial second({332, 433, 498, 333, 334});
    EXPECT_NEAR(second.elo(), -8.64, 0.01);
    EXPECT_NEAR(second.elo_error(), 10.33, 0.01);
    EXPECT_NEAR(second.normalised_elo(), -9.17, 0.01);
    EXPECT_NEAR(second.los(), 0.0505, 0.0001);
    const Pentanomial third({7895, 8757, 5685, 568, 9999});
    EXPECT_NEAR(third.elo(), -21.04, 0.01);
    EXPECT_NEAR(third.elo_error(), 2.95, 0.01);
    EXPECT_NEAR(third.normalised_elo(), -19.01, 0.01);
    EXPECT_NEAR(Pentanomial({223, 9863, 21279, 10037, 246}).log_likelihood_ratio(0.5, 2.5), -3.07, 0.01);
    EXPECT_NEAR(Pentanomial({871, 26175, 55983, 26678, 821}).log_likelihood_ratio(0, 2), -4.98, 0.01);
}

TEST(Pentanomial, EndsOfTheScale) {
    const Pentanomial nothing;
    EXPECT_EQ(nothing.elo(), 0);
    EXPECT_EQ(nothing.elo_error(), INFINITY);
    EXPECT_EQ(nothing.los(), 0.5);
    EXPECT_EQ(nothing.log_likelihood_ratio(0, 8), 0);
    const Pentanomial all_won({0, 0, 0, 0, 50});
    EXPECT_EQ(all_won.elo(), INFINITY);
    EXPECT_EQ(all_won.elo_error(), INFINITY);
    EXPECT_EQ(all_won.los(), 1);
    EXPECT_GT(all_won.log_likelihood_ratio(0, 8), 0.5);
    const Pentanomial all_lost({50, 0, 0, 0, 0});
    EXPECT_EQ(all_lost.elo(), -INFINITY);
    EXPECT_EQ(all_lost.los(), 0);
    EXPECT_LT(all_lost.log_likelihood_ratio(0, 8), -0.5);
    const Pentanomial all_drawn({0, 0, 50, 0, 0});
    EXPECT_EQ(all_drawn.elo(), 0);
    EXPECT_EQ(all_drawn.elo_error(), 0);
    EXPECT_EQ(all_drawn.los(), 0.5);
    EXPECT_EQ(all_drawn.normalised_elo(), 0);
}

TEST(Sprt, BoundsAreThoseOfWald) {
    const Sprt sprt;
    EXPECT_NEAR(sprt.lower_bound(), -2.197, 0.001);  // ln(1/9)
    EXPECT_NEAR(sprt.upper_bound(), 2.197, 0.001);
    const Sprt strict{0, 2, 0.05, 0.02};
    EXPECT_NEAR(strict.lower_bound(), std::log(0.02 / 0.95), 1e-12);
    EXPECT_NEAR(strict.upper_bound(), std::log(0.98 / 0.05), 1e-12);
    EXPECT_EQ(sprt.verdict(Pentanomial({100, 200, 300, 200, 100})), Sprt::Verdict::None);
    EXPECT_EQ(sprt.verdict(Pentanomial({100, 200, 900, 350, 150})), Sprt::Verdict::Elo1);
    EXPECT_EQ(sprt.verdict(Pentanomial({150, 350, 900, 200, 100})), Sprt::Verdict::Elo0);
}

// Matches of two equal players end with the wrong verdict about as often as alpha says.
TEST(Sprt, ErrorsAreAsRareAsPromised) {
    const Sprt sprt{0, 40, 0.1, 0.1};
    Prng prng(17);
    int wrong = 0;
    constexpr int Matches = 400;
    for (int match = 0; match < Matches; ++match) {
        Pentanomial results;
        Sprt::Verdict verdict = Sprt::Verdict::None;
        while (verdict == Sprt::Verdict::None) {
            int half_points = 0;
            for (int game = 0; game < 2; ++game) {
                const std::uint64_t chance = prng.below(10);
                half_points += chance < 3 ? 2 : chance < 7 ? 1 : 0;
            }
            results.add(half_points);
            verdict = sprt.verdict(results);
        }
        wrong += verdict == Sprt::Verdict::Elo1 ? 1 : 0;
    }
    EXPECT_GT(wrong, Matches * 4 / 100);
    EXPECT_LT(wrong, Matches * 15 / 100);
}

}  // namespace
}  // namespace skua::lab
