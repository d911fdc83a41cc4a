// A set of squares.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "chess/types.h"

namespace skua {

class Bitboard {
public:
    constexpr Bitboard() = default;
    explicit constexpr Bitboard(std::uint64_t bits) : bits_(bits) {}
    // A set of one square.
    constexpr Bitboard(Square square) : bits_(1ULL << index_of(square)) { assert(square != Square::None); }

    [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }

    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr bool any() const { return bits_ != 0; }
    [[nodiscard]] constexpr bool more_than_one() const { return (bits_ & (bits_ - 1)) != 0; }
    [[nodiscard]] constexpr int count() const { return std::popcount(bits_); }
    [[nodiscard]] constexpr bool contains(Square square) const { return (bits_ >> index_of(square)) & 1; }

    // The lowest and the highest square (a1 is lowest, h8 highest); the set must not be empty.
    [[nodiscard]] constexpr Square first() const {
        assert(any());
        return static_cast<Square>(std::countr_zero(bits_));
    }
    [[nodiscard]] constexpr Square last() const {
        assert(any());
        return static_cast<Square>(63 - std::countl_zero(bits_));
    }

    constexpr bool operator==(const Bitboard&) const = default;

    constexpr Bitboard operator~() const { return Bitboard(~bits_); }
    constexpr Bitboard& operator&=(Bitboard other) {
        bits_ &= other.bits_;
        return *this;
    }
    constexpr Bitboard& operator|=(Bitboard other) {
        bits_ |= other.bits_;
        return *this;
    }
    constexpr Bitboard& operator^=(Bitboard other) {
        bits_ ^= other.bits_;
        return *this;
    }
    friend constexpr Bitboard operator&(Bitboard a, Bitboard b) { return a &= b; }
    friend constexpr Bitboard operator|(Bitboard a, Bitboard b) { return a |= b; }
    friend constexpr Bitboard operator^(Bitboard a, Bitboard b) { return a ^= b; }

    // The squares in ascending order: for (Square square : set).
    class Iterator {
    public:
        explicit constexpr Iterator(std::uint64_t rest) : rest_(rest) {}
        constexpr Square operator*() const { return static_cast<Square>(std::countr_zero(rest_)); }
        constexpr Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        constexpr bool operator==(const Iterator&) const = default;

    private:
        std::uint64_t rest_;
    };
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
    [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

private:
    std::uint64_t bits_ = 0;
};

inline constexpr Bitboard EmptyBoard{0};
inline constexpr Bitboard FullBoard{~0ULL};

constexpr Bitboard bitboard_of(File file) { return Bitboard(0x0101010101010101ULL << index_of(file)); }
constexpr Bitboard bitboard_of(Rank rank) { return Bitboard(0xFFULL << (8 * index_of(rank))); }

inline constexpr Bitboard LightSquares{0x55AA55AA55AA55AAULL};
inline constexpr Bitboard DarkSquares = ~LightSquares;

// All squares moved one step; those that would leave the board vanish.
template <Direction Step>
constexpr Bitboard shift(Bitboard set) {
    constexpr std::uint64_t NotA = ~bitboard_of(File::A).bits();
    constexpr std::uint64_t NotH = ~bitboard_of(File::H).bits();
    const std::uint64_t bits = set.bits();
    switch (Step) {
        case Direction::North: return Bitboard(bits << 8);
        case Direction::South: return Bitboard(bits >> 8);
        case Direction::East: return Bitboard((bits & NotH) << 1);
        case Direction::West: return Bitboard((bits & NotA) >> 1);
        case Direction::NorthEast: return Bitboard((bits & NotH) << 9);
        case Direction::NorthWest: return Bitboard((bits & NotA) << 7);
        case Direction::SouthEast: return Bitboard((bits & NotH) >> 7);
        case Direction::SouthWest: return Bitboard((bits & NotA) >> 9);
    }
    return set;
}

// Eight lines of '1' and '.', rank 8 first: for messages and debuggers.
std::string to_string(Bitboard set);

}  // namespace skua
