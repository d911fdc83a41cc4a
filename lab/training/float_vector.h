// A SIMD vector of floats, as wide as the processor's registers.
#pragma once

#include <cstddef>
#include <cstring>

namespace skua::lab {

class FloatVector {
public:
#if defined(__AVX512F__)
    static constexpr std::size_t Size = 16;
#elif defined(__AVX__)
    static constexpr std::size_t Size = 8;
#else
    static constexpr std::size_t Size = 4;
#endif

    FloatVector() = default;  // zeros
    explicit FloatVector(float value) : values_(Values{} + value) {}

    static FloatVector load(const float* from) {
        FloatVector vector;
        std::memcpy(&vector.values_, from, sizeof(Values));
        return vector;
    }
    void store(float* to) const { std::memcpy(to, &values_, sizeof(Values)); }

    friend FloatVector operator+(FloatVector a, FloatVector b) { return FloatVector(a.values_ + b.values_); }
    friend FloatVector operator*(FloatVector a, FloatVector b) { return FloatVector(a.values_ * b.values_); }
    FloatVector& operator+=(FloatVector other) {
        values_ += other.values_;
        return *this;
    }

    // Every value clamped to 0..1.
    [[nodiscard]] FloatVector clipped() const {
        const Values above = values_ > 0.0F ? values_ : Values{};
        return FloatVector(above < 1.0F ? above : Values{} + 1.0F);
    }
    // The values where `other` is below 1, and 0 elsewhere.
    [[nodiscard]] FloatVector where_below_one(FloatVector other) const {
        return FloatVector(other.values_ < 1.0F ? values_ : Values{});
    }

    [[nodiscard]] float sum() const {
        float sum = 0;
        for (std::size_t i = 0; i < Size; ++i) { sum += values_[i]; }
        return sum;
    }

private:
    using Values = float __attribute__((vector_size(Size * sizeof(float))));

    explicit FloatVector(Values values) : values_(values) {}

    Values values_{};
};

}  // namespace skua::lab
