#include "lab/support/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/prng.h"

namespace skua::lab {
namespace {

// Results drawn from known curves.
ScoreTable drawn_table(double half, double steepness) {
    ScoreTable table;
    Prng prng(1);
    for (int i = 0; i < 400'000; ++i) {
        const Score score = static_cast<Score>(prng.below(1201)) - 600;
        const double unit = prng.unit();
        const double win = 1 / (1 + std::exp((half - score) / steepness));
        const double loss = 1 / (1 + std::exp((half + score) / steepness));
        table.add(score, unit < win ? 2 : unit > 1 - loss ? 0 : 1);
    }
    return table;
}

TEST(Statistics, FindsTheCurveTheResultsWereDrawnFrom) {
    const WdlFit fit = fit_wdl(drawn_table(130, 70));
    EXPECT_NEAR(fit.half, 130, 3);
    EXPECT_NEAR(fit.steepness, 70, 3);
    EXPECT_LT(fit.error, 0.01);
}

TEST(Statistics, FindsTheScaleOfTheScores) {
    // Without draws the expected share is the chance to win.
    EXPECT_NEAR(fit_expectation(drawn_table(0, 200)), 1.0 / 200, 2e-4);
}

TEST(Statistics, CountsResultsByScore) {
    ScoreTable table;
    table.add(0, 1);
    table.add(9, 2);
    table.add(-800, 0);
    table.add(801, 2);
    table.add(31000, 2);
    std::uint64_t all = 0;
    for (const ScoreTable::Row& row : table.rows()) { all += row.all(); }
    EXPECT_EQ(all, 3U);
    const ScoreTable::Row& middle = table.rows()[table.rows().size() / 2];
    EXPECT_EQ(middle.score, 0);
    EXPECT_EQ(middle.counts, (std::array<std::uint64_t, 3>{0, 1, 1}));
    EXPECT_EQ(table.rows().front().score, -800);
    EXPECT_EQ(table.rows().front().all(), 1U);
    EXPECT_EQ(table.rows().back().score, 800);
    EXPECT_EQ(table.rows().back().all(), 0U);
}

}  // namespace
}  // namespace skua::lab
