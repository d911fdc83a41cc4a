// The embedded network, checked as `skua-lab net compare` does.
#include "lab/training/network_checks.h"

#include <gtest/gtest.h>

#include "eval/nnue/network.h"

namespace skua::lab {
namespace {

void expect_agreement(std::uint64_t moves) {
    const UpdateCheck check = check_updates(nnue::embedded_network(), moves, 1);
    EXPECT_EQ(check.wrong, 0U);
    EXPECT_GT(check.compared, moves / 3);
}

TEST(Net, IncrementalFromScratchFlippedAndMirroredAgree) { expect_agreement(20'000); }

TEST(LongNet, SoTheyAreOverAMillionMoves) { expect_agreement(1'000'000); }

TEST(Net, OtherWeightsAreFarAway) {
    const NetShape shape;
    const NetWeights weights = random_weights(shape, 1);
    const auto network = nnue::parse_network(quantise(shape, weights));
    ASSERT_TRUE(network) << network.error();
    const QuantisationError near = measure_quantisation(**network, shape, weights, 1000, 2);
    EXPECT_EQ(near.positions, 1000U);
    EXPECT_LT(near.mean, 8);
    EXPECT_LE(near.mean, near.largest);
    const QuantisationError far = measure_quantisation(**network, shape, random_weights(shape, 3), 1000, 2);
    EXPECT_GT(far.mean, 3 * near.mean);
}

}  // namespace
}  // namespace skua::lab
