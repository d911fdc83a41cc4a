// A small, fast pseudo-random generator (xoshiro256**, seeded by splitmix64), the same on every platform.
#pragma once

#include <array>
#include <cstdint>

namespace skua {

class Prng {
public:
    explicit constexpr Prng(std::uint64_t seed) {
        for (std::uint64_t& word : state_) {
            seed += 0x9E3779B97F4A7C15ULL;
            std::uint64_t mixed = seed;
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
            word = mixed ^ (mixed >> 31);
        }
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotate_left(state_[3], 45);
        return result;
    }

    // A number from [0, bound), uniformly distributed; bound must not be 0.
    constexpr std::uint64_t below(std::uint64_t bound) {
        // Rejects the few values that would make small results more likely.
        const std::uint64_t threshold = (0 - bound) % bound;
        for (;;) {
            const std::uint64_t value = next();
            if (value >= threshold) { return value % bound; }
        }
    }

    // A number from [0, 1), uniformly distributed.
    constexpr double unit() { return static_cast<double>(next() >> 11) / 9007199254740992.0; }

private:
    static constexpr std::uint64_t rotate_left(std::uint64_t value, int count) {
        return (value << count) | (value >> (64 - count));
    }

    std::array<std::uint64_t, 4> state_{};
};

}  // namespace skua
