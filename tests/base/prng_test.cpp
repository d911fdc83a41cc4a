#include "base/prng.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>

namespace skua {
namespace {

// The published algorithms written down once more: splitmix64 fills the state, xoshiro256** draws from it.
class Reference {
public:
    explicit Reference(std::uint64_t seed) : seed_(seed) {
        for (std::uint64_t& word : state_) { word = splitmix(); }
    }
    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

private:
    std::uint64_t splitmix() {
        std::uint64_t z = (seed_ += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    std::uint64_t seed_;
    std::array<std::uint64_t, 4> state_{};
};

TEST(Prng, DrawsTheFixedNumbers) {
    // Every key and every random test depends on these: they must never change.
    Prng zero(0);
    EXPECT_EQ(zero.next(), 0x99EC5F36CB75F2B4ULL);
    EXPECT_EQ(zero.next(), 0xBF6E1F784956452AULL);
    EXPECT_EQ(zero.next(), 0x1A5F849D4933E6E0ULL);
    Prng one(1);
    EXPECT_EQ(one.next(), 0xB3F2AF6D0FC710C5ULL);
}

TEST(Prng, IsXoshiroSeededBySplitmix) {
    for (const std::uint64_t seed : {0ULL, 1ULL, 42ULL, 0x536B7561ULL, ~0ULL}) {
        Prng prng(seed);
        Reference reference(seed);
        for (int i = 0; i < 1000; ++i) { ASSERT_EQ(prng.next(), reference.next()) << seed << " " << i; }
    }
}

TEST(Prng, WorksAtCompileTime) {
    constexpr std::uint64_t First = Prng(0).next();
    EXPECT_EQ(First, Prng(0).next());
}

TEST(Prng, DiffersWithTheSeedAndDoesNotRepeat) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Prng prng(seed);
        for (int i = 0; i < 100; ++i) { seen.insert(prng.next()); }
    }
    EXPECT_EQ(seen.size(), 10000U);
}

TEST(Prng, EveryBitIsOneHalfOfTheTime) {
    Prng prng(7);
    std::array<int, 64> ones{};
    constexpr int Draws = 100000;
    for (int i = 0; i < Draws; ++i) {
        const std::uint64_t value = prng.next();
        for (std::size_t bit = 0; bit < 64; ++bit) { ones[bit] += static_cast<int>((value >> bit) & 1); }
    }
    // Six standard deviations of a fair coin: sqrt(100000) / 2 = 158.
    for (std::size_t bit = 0; bit < 64; ++bit) { EXPECT_NEAR(2 * ones[bit], Draws, 2 * 6 * 158) << bit; }
}

TEST(Prng, BelowIsUniformAndInRange) {
    Prng prng(8);
    for (const std::uint64_t bound : {1ULL, 2ULL, 3ULL, 10ULL, 64ULL, 218ULL}) {
        std::array<int, 218> counts{};
        const int draws = static_cast<int>(bound) * 1000;
        for (int i = 0; i < draws; ++i) {
            const std::uint64_t value = prng.below(bound);
            ASSERT_LT(value, bound);
            ++counts[value];
        }
        // Six standard deviations of about sqrt(1000) = 32.
        for (std::uint64_t value = 0; value < bound; ++value) { EXPECT_NEAR(counts[value], 1000, 6 * 32) << bound; }
    }
}

TEST(Prng, BelowRejectsTheUnevenRest) {
    // With a bound of 2/3 of the range, plain remainders would make the lower half twice as likely as the upper.
    constexpr std::uint64_t Bound = 0xAAAAAAAAAAAAAAAAULL;
    Prng prng(9);
    int low = 0;
    constexpr int Draws = 10000;
    for (int i = 0; i < Draws; ++i) { low += prng.below(Bound) < Bound / 2 ? 1 : 0; }
    EXPECT_NEAR(2 * low, Draws, 2 * 6 * 50);
}

}  // namespace
}  // namespace skua
