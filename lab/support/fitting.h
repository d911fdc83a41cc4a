// The mathematics that several fits share.
#pragma once

#include <cmath>

namespace skua::lab {

// What scores of our games are worth: logistic(DefaultK * centipawns) is the expected share of the point.
inline constexpr double DefaultK = 0.0054;

template <typename Real>
Real logistic(Real x) {
    return 1 / (1 + std::exp(-x));
}

// Where a function with one valley is lowest, by golden sections.
template <typename Function>
double lowest(double low, double high, double precision, const Function& value) {
    constexpr double Golden = 0.6180339887498949;
    while (high - low > precision) {
        const double left = high - Golden * (high - low);
        const double right = low + Golden * (high - low);
        if (value(left) < value(right)) {
            high = right;
        } else {
            low = left;
        }
    }
    return (low + high) / 2;
}

}  // namespace skua::lab
