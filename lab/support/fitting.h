// The logistic function, and the minimum of a function of one variable.
#pragma once

#include <cmath>

namespace skua::lab {

// The sigmoid scale of our games: logistic(DefaultSigmoidScale * centipawns) is the expected result between 0 and 1.
inline constexpr double DefaultSigmoidScale = 0.0054;

template <typename Real>
Real logistic(Real x) {
    return 1 / (1 + std::exp(-x));
}

// Where a function with a single minimum is lowest, by golden-section search.
template <typename Function>
double find_minimum(double low, double high, double precision, const Function& value) {
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
