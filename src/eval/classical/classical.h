// The classical evaluation: the weighted sum of many terms, each with a name.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "eval/classical/context.h"
#include "eval/classical/sink.h"
#include "eval/endgame.h"
#include "eval/evaluator.h"

namespace skua::classical {

// A cache of pawn structures: pawns move rarely, so most positions of a search share them.
class PawnCache {
public:
    struct Entry {
        Key key = 0;
        Pair value;  // from White's view
        PawnFacts facts;
        // Where the kings stood last with these pawns, and what their shelters were worth, from White's view.
        EnumArray<Color, Square> kings{Square::None, Square::None};
        EnumArray<Color, Pair> shelters;

        [[nodiscard]] Pair total() const { return value + shelters[Color::White] + shelters[Color::Black]; }
    };

    // Returns the entry for these pawns and kings; evaluates what the cache doesn't have.
    const Entry& get(const Position& position, const Weights& weights);
    [[nodiscard]] const CacheStatistics& statistics() const { return statistics_; }

private:
    static constexpr std::size_t Size = 16384;
    std::vector<Entry> entries_ = std::vector<Entry>(Size);
    CacheStatistics statistics_;
};

// An evaluation with everything that it was made from.
struct Breakdown {
    Trace trace;
    Sums sums;
    int phase = 0;
    std::optional<KnownEnding> ending;  // its value then replaces that of the terms
    Score white = 0;                    // the final score, from White's view
};

Breakdown break_down(const Position& position, const Weights& weights = DefaultWeights);

// What a term gives each side: how often it occurs, where, and the weighted sum over all its values. In the family
// Danger the values are units of danger to that side's own king, not centipawns.
struct BreakdownLine {
    Term term;
    EnumArray<Color, int> counts;
    EnumArray<Color, Bitboard> squares;
    EnumArray<Color, Pair> values;

    [[nodiscard]] Pair total() const { return values[Color::White] - values[Color::Black]; }
};

// Returns a line for each term of a family that occurs, in the order of weights.inc.
std::vector<BreakdownLine> lines_of(const Breakdown& breakdown, Family family, const Weights& weights = DefaultWeights);

class ClassicalEvaluator final : public Evaluator {
public:
    // The weights must outlive the evaluator.
    explicit ClassicalEvaluator(const Weights& weights = DefaultWeights);

    void reset(const Position& root) override;
    void push(const BoardDelta& delta) override;
    void pop() override;
    [[nodiscard]] Score evaluate(const Position& position) override;
    [[nodiscard]] CacheStatistics cache_statistics() const override { return pawns_.statistics(); }

private:
    // Material, placement and phase, updated incrementally.
    struct Sum {
        Pair value;  // from White's view
        int phase = 0;
    };
    void add(Sum& sum, const PlacedPiece& placed) const;
    void remove(Sum& sum, const PlacedPiece& placed) const;

    const Weights& weights_;
    EnumArray<Piece, EnumArray<Square, Pair>> values_;  // of a piece on a square, from White's view
    std::array<Sum, MaxPly + 2> sums_;
    std::size_t top_ = 0;
    PawnCache pawns_;
};

}  // namespace skua::classical
