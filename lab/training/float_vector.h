// Several floats at once, as many as the processor adds in one go.
#pragma once

#include <cstddef>
#include <cstring>

namespace skua::lab {

class Lanes {
public:
#if defined(__AVX__)
    static constexpr std::size_t Size = 8;
#else
    static constexpr std::size_t Size = 4;
#endif

    Lanes() = default;  // zeros
    explicit Lanes(float value) : values_(Values{} + value) {}

    static Lanes load(const float* from) {
        Lanes lanes;
        std::memcpy(&lanes.values_, from, sizeof(Values));
        return lanes;
    }
    void store(float* to) const { std::memcpy(to, &values_, sizeof(Values)); }

    friend Lanes operator+(Lanes a, Lanes b) { return Lanes(a.values_ + b.values_); }
    friend Lanes operator*(Lanes a, Lanes b) { return Lanes(a.values_ * b.values_); }
    Lanes& operator+=(Lanes other) {
        values_ += other.values_;
        return *this;
    }

    // Between 0 and 1.
    [[nodiscard]] Lanes clipped() const {
        const Values above = values_ > 0.0F ? values_ : Values{};
        return Lanes(above < 1.0F ? above : Values{} + 1.0F);
    }
    // 0 where `other` isn't below 1.
    [[nodiscard]] Lanes where_below_one(Lanes other) const { return Lanes(other.values_ < 1.0F ? values_ : Values{}); }

    [[nodiscard]] float total() const {
        float sum = 0;
        for (std::size_t i = 0; i < Size; ++i) { sum += values_[i]; }
        return sum;
    }

private:
    using Values = float __attribute__((vector_size(Size * sizeof(float))));

    explicit Lanes(Values values) : values_(values) {}

    Values values_{};
};

}  // namespace skua::lab
