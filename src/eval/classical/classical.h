// The classical evaluation: many small judgements, each with a name, added up.
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

// Pawn structures seen before: pawns move rarely, so most positions share them.
class PawnCache {
public:
    struct Entry {
        Key key = 0;
        Pair value;  // White's view
        PawnFacts facts;
        // Of the kings as they stood last with these pawns, White's view.
        EnumArray<Color, Square> kings{Square::None, Square::None};
        EnumArray<Color, Pair> shelters;

        [[nodiscard]] Pair total() const { return value + shelters[Color::White] + shelters[Color::Black]; }
    };

    // From memory, or found now.
    const Entry& get(const Position& position, const Weights& weights);
    [[nodiscard]] const CacheStatistics& statistics() const { return statistics_; }

private:
    static constexpr std::size_t Size = 16384;
    std::vector<Entry> entries_ = std::vector<Entry>(Size);
    CacheStatistics statistics_;
};

// An evaluation taken apart.
struct Analysis {
    Trace trace;
    Sums sums;
    int phase = 0;
    std::optional<KnownEnding> ending;  // then the terms don't count
    Score white = 0;                    // the final score, White's view
};

Analysis analyse(const Position& position, const Weights& weights = DefaultWeights);

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
    // Material and placement, and the phase of the game, kept up to date move by move.
    struct Sum {
        Pair value;  // White's view
        int phase = 0;
    };
    void add(Sum& sum, const PlacedPiece& placed) const;
    void remove(Sum& sum, const PlacedPiece& placed) const;

    const Weights& weights_;
    EnumArray<Piece, EnumArray<Square, Pair>> values_;  // of a piece on a square, White's view
    std::array<Sum, MaxPly + 2> sums_;
    std::size_t top_ = 0;
    PawnCache pawns_;
};

}  // namespace skua::classical
