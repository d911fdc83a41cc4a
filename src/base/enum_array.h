// An array indexed by an enumeration (or any strong index type) without casts.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>

namespace skua {

// The number of values of an index type: its enumerator Count, unless it specialises this.
template <typename Index>
inline constexpr std::size_t CountOf = static_cast<std::size_t>(Index::Count);

template <typename Index, typename Value>
class EnumArray {
public:
    static constexpr std::size_t Size = CountOf<Index>;

    constexpr EnumArray() = default;

    template <typename... Values>
        requires(sizeof...(Values) == Size)
    explicit constexpr EnumArray(Values... values) : values_{static_cast<Value>(values)...} {}

    constexpr Value& operator[](Index index) {
        assert(static_cast<std::size_t>(index) < Size);
        return values_[static_cast<std::size_t>(index)];
    }
    constexpr const Value& operator[](Index index) const {
        assert(static_cast<std::size_t>(index) < Size);
        return values_[static_cast<std::size_t>(index)];
    }

    constexpr void fill(const Value& value) { values_.fill(value); }
    static constexpr std::size_t size() { return Size; }

    constexpr auto begin() { return values_.begin(); }
    constexpr auto end() { return values_.end(); }
    constexpr auto begin() const { return values_.begin(); }
    constexpr auto end() const { return values_.end(); }

    constexpr bool operator==(const EnumArray& other) const requires std::equality_comparable<Value> {
        return values_ == other.values_;
    }

private:
    std::array<Value, Size> values_{};
};

}  // namespace skua
