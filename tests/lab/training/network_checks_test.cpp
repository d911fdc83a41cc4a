// The program's network, as `skua-lab net compare` looks at it.
#include "lab/training/network_checks.h"

#include <gtest/gtest.h>

#include "eval/nnue/network.h"

namespace skua::lab {
namespace {

void expect_agreement(std::uint64_t moves) {
    const NetAgreement agreement = compare_paths(nnue::embedded_network(), moves, 1);
    EXPECT_EQ(agreement.wrong, 0U);
    EXPECT_GT(agreement.compared, moves / 3);
}

TEST(Net, MoveByMoveAnewFlippedAndMirroredAreTheSame) { expect_agreement(20'000); }

TEST(LongNet, SoTheyAreOverAMillionMoves) { expect_agreement(1'000'000); }

TEST(Net, OtherNumbersAreFarAway) {
    const NetShape shape;
    const NetNumbers numbers = random_numbers(shape, 1);
    const auto network = nnue::parse_network(quantise(shape, numbers));
    ASSERT_TRUE(network) << network.error();
    const NetDifference near = compare_with_real_numbers(**network, shape, numbers, 1000, 2);
    EXPECT_EQ(near.positions, 1000U);
    EXPECT_LT(near.mean, 8);
    EXPECT_LE(near.mean, near.largest);
    const NetDifference far = compare_with_real_numbers(**network, shape, random_numbers(shape, 3), 1000, 2);
    EXPECT_GT(far.mean, 3 * near.mean);
}

}  // namespace
}  // namespace skua::lab
