#include "lab/tuning/classical_model.h"

#include <algorithm>
#include <cmath>

#include "eval/fifty_moves.h"
#include "eval/phase.h"
#include "lab/support/fitting.h"

namespace skua::lab {

namespace {

using classical::DangerDivisor;
using classical::DangerEndgameDivisor;
using classical::Family;
using classical::FullScale;
using classical::MaxDanger;
using classical::Role;
using classical::WeightCount;

// The family of each place in Weights.
const std::array<Family, WeightCount>& families() {
    static const std::array<Family, WeightCount> table = [] {
        std::array<Family, WeightCount> result{};
        for (const classical::TermInfo& info : classical::TermTable) {
            for (std::size_t i = 0; i < info.size; ++i) { result[info.first + i] = info.family; }
        }
        return result;
    }();
    return table;
}

struct RealPair {
    double middlegame = 0;
    double endgame = 0;
};

// The sums of the families and the intermediate values of the evaluation.
struct Breakdown {
    RealPair linear;
    EnumArray<Color, RealPair> danger;
    double complexity = 0;
    double scale = FullScale;
    double unclamped_scale = FullScale;

    double middlegame = 0;
    double endgame_before = 0;  // without complexity
    double endgame = 0;
    double middlegame_share = 0;
    double damping = 0;
    double result = 0;
};

Breakdown break_down(const Sample& sample, std::span<const TermCount> counts, const ParameterVector& parameters) {
    Breakdown parts;
    double scale = 0;
    for (const TermCount& count : counts) {
        const double middlegame = parameters[count.place];
        const double endgame = parameters[count.place + WeightCount];
        switch (role_of(families()[count.place])) {
            case Role::Danger:
                parts.danger[Color::White].middlegame += count.white * middlegame;
                parts.danger[Color::White].endgame += count.white * endgame;
                parts.danger[Color::Black].middlegame += count.black * middlegame;
                parts.danger[Color::Black].endgame += count.black * endgame;
                break;
            case Role::Complexity: parts.complexity += count.white * endgame; break;
            case Role::Scale: scale += count.white * endgame; break;
            case Role::Sum:
                parts.linear.middlegame += (count.white - count.black) * middlegame;
                parts.linear.endgame += (count.white - count.black) * endgame;
        }
    }
    parts.middlegame = parts.linear.middlegame;
    parts.endgame_before = parts.linear.endgame;
    for (const Color color : Colors) {
        const double sign = color == Color::White ? -1.0 : 1.0;
        const double middlegame = std::clamp<double>(parts.danger[color].middlegame, 0, MaxDanger);
        const double endgame = std::clamp<double>(parts.danger[color].endgame, 0, MaxDanger);
        parts.middlegame += sign * middlegame * middlegame / DangerDivisor;
        parts.endgame_before += sign * endgame / DangerEndgameDivisor;
    }
    const double change = std::max(parts.complexity, -std::abs(parts.endgame_before));
    parts.endgame = parts.endgame_before + (parts.endgame_before > 0 ? change : parts.endgame_before < 0 ? -change : 0);
    parts.unclamped_scale = sample.fixed_scale >= 0 ? sample.fixed_scale : scale;
    parts.scale = std::clamp<double>(parts.unclamped_scale, 0, FullScale);
    parts.middlegame_share = static_cast<double>(std::min<int>(sample.phase, FullPhase)) / FullPhase;
    parts.damping = static_cast<double>(fifty_move_scale(sample.halfmove_clock)) / FullFiftyMoveScale;
    parts.result = parts.damping * (parts.middlegame * parts.middlegame_share +
                                    parts.endgame * (1 - parts.middlegame_share) * parts.scale / FullScale);
    return parts;
}

}  // namespace

ParameterVector to_parameters(const classical::Weights& weights) {
    ParameterVector parameters{};
    for (std::size_t i = 0; i < WeightCount; ++i) {
        parameters[i] = weights[i].middlegame();
        parameters[i + WeightCount] = weights[i].endgame();
    }
    return parameters;
}

classical::Weights to_weights(const ParameterVector& parameters) {
    classical::Weights weights;
    for (std::size_t i = 0; i < WeightCount; ++i) {
        weights[i] = Pair(static_cast<int>(std::lround(parameters[i])),
                          static_cast<int>(std::lround(parameters[i + WeightCount])));
    }
    return weights;
}

bool SampleCollection::add(const Position& position, float target) {
    const classical::Breakdown breakdown = classical::break_down(position);
    if (breakdown.ending) { return false; }
    Sample sample;
    sample.first = counts_.size();
    sample.phase = static_cast<std::uint8_t>(std::min(breakdown.phase, 255));
    sample.halfmove_clock = static_cast<std::uint8_t>(std::min(position.halfmove_clock(), 255));
    sample.target = target;
    bool scaled = false;
    for (std::size_t place = 0; place < WeightCount; ++place) {
        const auto& count = breakdown.trace.counts[place];
        const Family family = families()[place];
        const bool both_matter = role_of(family) == Role::Danger;
        scaled = scaled || (role_of(family) == Role::Scale && count[Color::White] != 0);
        if (both_matter ? count[Color::White] == 0 && count[Color::Black] == 0
                        : count[Color::White] == count[Color::Black]) {
            continue;
        }
        counts_.push_back({static_cast<std::uint16_t>(place),
                           static_cast<std::int8_t>(std::clamp<int>(count[Color::White], -128, 127)),
                           static_cast<std::int8_t>(std::clamp<int>(count[Color::Black], -128, 127))});
    }
    if (!scaled) { sample.fixed_scale = static_cast<std::int8_t>(breakdown.sums.scale); }
    sample.size = static_cast<std::uint16_t>(counts_.size() - sample.first);
    samples_.push_back(sample);
    return true;
}

double evaluate_sample(const Sample& sample, std::span<const TermCount> counts, const ParameterVector& parameters) {
    return break_down(sample, counts, parameters).result;
}

namespace {

void add_gradient(const Sample& sample, std::span<const TermCount> counts, const Breakdown& parts, double factor,
                  ParameterVector& gradient) {
    const double to_middlegame = factor * parts.damping * parts.middlegame_share;
    const double endgame_share = factor * parts.damping * (1 - parts.middlegame_share);
    const double to_scaled_endgame = endgame_share * parts.scale / FullScale;
    // Complexity can at most reduce the endgame value to zero; then nothing else influences it.
    const bool has_some = parts.complexity > -std::abs(parts.endgame_before);
    const double to_endgame = has_some ? to_scaled_endgame : 0;
    const double sign = parts.endgame_before > 0 ? 1 : parts.endgame_before < 0 ? -1 : 0;
    const double to_complexity = has_some ? sign * to_scaled_endgame : 0;
    const bool scale_is_free = sample.fixed_scale < 0 && parts.unclamped_scale > 0 && parts.unclamped_scale < FullScale;
    const double to_scale = scale_is_free ? endgame_share * parts.endgame / FullScale : 0;

    EnumArray<Color, RealPair> to_danger;
    for (const Color color : Colors) {
        const double against = color == Color::White ? -1.0 : 1.0;
        const RealPair danger = parts.danger[color];
        const auto is_free = [](double value) { return value > 0 && value < MaxDanger; };
        if (is_free(danger.middlegame)) {
            to_danger[color].middlegame = to_middlegame * against * 2 * danger.middlegame / DangerDivisor;
        }
        if (is_free(danger.endgame)) { to_danger[color].endgame = to_endgame * against / DangerEndgameDivisor; }
    }

    for (const TermCount& count : counts) {
        double& middlegame = gradient[count.place];
        double& endgame = gradient[count.place + WeightCount];
        switch (role_of(families()[count.place])) {
            case Role::Danger:
                middlegame +=
                    count.white * to_danger[Color::White].middlegame + count.black * to_danger[Color::Black].middlegame;
                endgame +=
                    count.white * to_danger[Color::White].endgame + count.black * to_danger[Color::Black].endgame;
                break;
            case Role::Complexity: endgame += count.white * to_complexity; break;
            case Role::Scale: endgame += count.white * to_scale; break;
            case Role::Sum:
                middlegame += (count.white - count.black) * to_middlegame;
                endgame += (count.white - count.black) * to_endgame;
        }
    }
}

}  // namespace

double add_gradient(const Sample& sample, std::span<const TermCount> counts, const ParameterVector& parameters,
                    double factor, ParameterVector& gradient) {
    const Breakdown parts = break_down(sample, counts, parameters);
    add_gradient(sample, counts, parts, factor, gradient);
    return parts.result;
}

double expectation(double centipawns, double k) { return logistic(k * centipawns); }

double add_error_gradient(const Sample& sample, std::span<const TermCount> counts, const ParameterVector& parameters,
                          double k, ParameterVector& gradient) {
    const Breakdown parts = break_down(sample, counts, parameters);
    const double expected = expectation(parts.result, k);
    const double error = expected - static_cast<double>(sample.target);
    add_gradient(sample, counts, parts, 2 * error * expected * (1 - expected) * k, gradient);
    return error * error;
}

}  // namespace skua::lab
