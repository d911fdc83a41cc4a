// Where the families put what they find. One statement both scores and records, so the score and its explanation can't
// drift apart.
#pragma once

#include <array>
#include <cstdint>

#include "eval/classical/total.h"
#include "eval/classical/weights.h"

namespace skua::classical {

// Only adds up: for the search.
class SumSink {
public:
    explicit SumSink(const Weights& weights) : weights_(weights) {}

    // `count` times the value is good for `side` (bad, if the value is negative).
    void add(Term term, Color side, int count = 1, int index = 0) {
        const Pair value = weight(term, index) * count;
        sums.linear += side == Color::White ? value : -value;
    }
    // Danger to the king of `side`.
    void add_danger(Term term, Color side, int count = 1, int index = 0) {
        sums.danger[side] += weight(term, index) * count;
    }
    void add_complexity(Term term, int count = 1) { sums.complexity += weight(term, 0).endgame() * count; }
    void add_scale(Term term, int count = 1, int index = 0) { scale_ += weight(term, index).endgame() * count; }
    void close_scale() { sums.scale = std::clamp(scale_, 0, FullScale); }
    // A family works on a copy, which the compiler keeps in registers, and hands it back.
    void take(const SumSink& copy) {
        sums = copy.sums;
        scale_ = copy.scale_;
    }

    Sums sums;

private:
    [[nodiscard]] Pair weight(Term term, int index) const { return weights_[place_of(term, index)]; }

    const Weights& weights_;
    int scale_ = 0;
};

// How often each value was counted, for White and for Black. Complexity and scaling, which belong to no side, stand
// under White.
struct Trace {
    std::array<EnumArray<Color, std::int16_t>, WeightCount> counts{};
};

// Adds up and keeps the counts: for the listing, the tuner and the tests.
class RecordingSink : public SumSink {
public:
    RecordingSink(const Weights& weights, Trace& trace) : SumSink(weights), trace_(trace) {}

    void add(Term term, Color side, int count = 1, int index = 0) {
        SumSink::add(term, side, count, index);
        record(term, side, count, index);
    }
    void add_danger(Term term, Color side, int count = 1, int index = 0) {
        SumSink::add_danger(term, side, count, index);
        record(term, side, count, index);
    }
    void add_complexity(Term term, int count = 1) {
        SumSink::add_complexity(term, count);
        record(term, Color::White, count, 0);
    }
    void add_scale(Term term, int count = 1, int index = 0) {
        SumSink::add_scale(term, count, index);
        record(term, Color::White, count, index);
    }

private:
    void record(Term term, Color side, int count, int index) {
        std::int16_t& place = trace_.counts[place_of(term, index)][side];
        place = static_cast<std::int16_t>(place + count);
    }

    Trace& trace_;
};

}  // namespace skua::classical
