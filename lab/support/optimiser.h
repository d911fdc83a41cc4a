// AdamW and the cosine schedule of its learning rate, for the network and for the classical weights.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace skua::lab {

// The learning rate falls along half a cosine from `start` to `end_share` of it; `progress` runs from 0 to 1.
inline double cosine_schedule(double start, double end_share, double progress) {
    const double cosine = 0.5 * (1 + std::cos(progress * std::numbers::pi));
    return start * (end_share + (1 - end_share) * cosine);
}

// Kingma and Ba's Adam with Loshchilov and Hutter's decoupled weight decay; no decay makes it plain Adam.
template <typename Real>
struct AdamW {
    Real beta1 = Real(0.9);
    Real beta2 = Real(0.999);
    Real epsilon = Real(1e-8);
    Real weight_decay = 0;

    // One step: the same for every weight, and computed once.
    class Step {
    public:
        // `number` counts from 1.
        Step(const AdamW& settings, std::uint64_t number, Real learning_rate)
            : settings_(settings),
              learning_rate_(learning_rate),
              m_correction_(1 / (1 - std::pow(settings.beta1, static_cast<Real>(number)))),
              v_correction_(1 / (1 - std::pow(settings.beta2, static_cast<Real>(number)))) {}

        // The weight after the step. Updates m and v, the first and second moment of its gradient.
        Real operator()(Real weight, Real gradient, Real& m, Real& v) const {
            m = settings_.beta1 * m + (1 - settings_.beta1) * gradient;
            v = settings_.beta2 * v + (1 - settings_.beta2) * gradient * gradient;
            const Real direction = m * m_correction_ / (std::sqrt(v * v_correction_) + settings_.epsilon);
            return weight - learning_rate_ * (direction + settings_.weight_decay * weight);
        }

    private:
        AdamW settings_;
        Real learning_rate_;
        Real m_correction_;
        Real v_correction_;
    };
};

}  // namespace skua::lab
