// Where the families of terms report what they find. One statement both scores and records, so the score and its
// explanation can't drift apart.
#pragma once

#include <array>
#include <cstdint>

#include "chess/bitboard.h"
#include "eval/classical/total.h"
#include "eval/classical/weights.h"

namespace skua::classical {

// How often a term occurs, and the squares that it is about: those of the pieces, or of the area. SumSink needs the
// count alone, and the compiler then drops the squares.
struct Occurrences {
    // The term occurs once, for the piece on this square.
    constexpr Occurrences(Square square) : count(1), squares(square) {}
    // The term occurs once for each of the squares.
    constexpr Occurrences(Bitboard set) : count(set.count()), squares(set) {}
    // The count is not the number of the squares.
    constexpr Occurrences(int times, Bitboard set) : count(times), squares(set) {}

    int count;
    Bitboard squares;
};

// A term that occurs once and is about nothing on the board.
inline constexpr Occurrences OnceNowhere{1, EmptyBoard};

// Only adds up: for the search.
class SumSink {
public:
    explicit SumSink(const Weights& weights) : weights_(weights) {}

    // Adds the term's value, times the count, for `side`. A negative value is bad for that side. `index` chooses the
    // value of a term that is a table.
    void add(Term term, Color side, Occurrences found, int index = 0) {
        const Pair value = weight(term, index) * found.count;
        sums.linear += relative_score(side, value);
    }
    // Adds danger to the king of `side`.
    void add_danger(Term term, Color side, Occurrences found, int index = 0) {
        sums.danger[side] += weight(term, index) * found.count;
    }
    void add_complexity(Term term, Occurrences found) { sums.complexity += weight(term, 0).endgame() * found.count; }
    void add_scale(Term term, Occurrences found, int index = 0) {
        scale_ += weight(term, index).endgame() * found.count;
    }
    void close_scale() { sums.scale = std::clamp(scale_, 0, FullScale); }
    // Takes over the sums of a copy. A family works on a copy, which the compiler keeps in registers.
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

// How often each value was counted for White and for Black, and on account of which squares. Complexity and scaling,
// which belong to neither side, are recorded under White.
struct Trace {
    std::array<EnumArray<Color, std::int16_t>, WeightCount> counts{};
    std::array<EnumArray<Color, Bitboard>, WeightCount> squares{};
};

// Adds up and records counts and squares: for the breakdown, the tuner and the tests.
class RecordingSink : public SumSink {
public:
    RecordingSink(const Weights& weights, Trace& trace) : SumSink(weights), trace_(trace) {}

    void add(Term term, Color side, Occurrences found, int index = 0) {
        SumSink::add(term, side, found, index);
        record(term, side, found, index);
    }
    void add_danger(Term term, Color side, Occurrences found, int index = 0) {
        SumSink::add_danger(term, side, found, index);
        record(term, side, found, index);
    }
    void add_complexity(Term term, Occurrences found) {
        SumSink::add_complexity(term, found);
        record(term, Color::White, found, 0);
    }
    void add_scale(Term term, Occurrences found, int index = 0) {
        SumSink::add_scale(term, found, index);
        record(term, Color::White, found, index);
    }

private:
    void record(Term term, Color side, Occurrences found, int index) {
        if (found.count == 0) { return; }
        const std::size_t place = place_of(term, index);
        std::int16_t& count = trace_.counts[place][side];
        count = static_cast<std::int16_t>(count + found.count);
        trace_.squares[place][side] |= found.squares;
    }

    Trace& trace_;
};

}  // namespace skua::classical
