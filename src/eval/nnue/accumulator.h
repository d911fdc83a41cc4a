// Accumulators: the hidden layer before its activation, updated incrementally along the search's path. A move changes
// two to four inputs, so most of the sum stays.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/enum_array.h"
#include "chess/bitboard.h"
#include "chess/delta.h"
#include "chess/position.h"
#include "eval/nnue/network.h"

namespace skua::nnue {

struct alignas(64) Accumulator {
    std::array<std::int16_t, Hidden> values;
};

// Computes an accumulator from scratch. Incremental updates must always agree with it.
Accumulator refresh_accumulator(const Network& network, const Position& position, Color perspective);

class AccumulatorStack {
public:
    explicit AccumulatorStack(std::shared_ptr<const Network> network);

    void reset();
    void push(const BoardDelta& delta);
    void pop();
    // Returns the accumulator for the position that was reached by reset, push and pop.
    [[nodiscard]] const Accumulator& get(const Position& position, Color perspective);

private:
    // One position on the path. Its accumulators are computed when they are first asked for.
    struct Entry {
        EnumArray<Color, Accumulator> accumulators;
        EnumArray<Color, bool> computed;
        EnumArray<Color, bool> needs_refresh;  // the move changed this side's king group, hence all inputs
        BoardDelta delta;
    };
    // The accumulator cache ("Finny table") keeps the last accumulator of each perspective and king group, with the
    // board it belongs to: a refresh then costs only the difference of the two boards.
    struct CacheEntry {
        Accumulator accumulator;
        EnumArray<Piece, Bitboard> pieces;
    };
    using AccumulatorCache = EnumArray<Color, std::array<CacheEntry, KingGroups>>;

    void refresh_from_cache(const Position& position, Color perspective, Accumulator& accumulator);
    void update(const Accumulator& before, const BoardDelta& delta, Color perspective, Square king,
                Accumulator& after) const;

    std::shared_ptr<const Network> network_;
    std::vector<Entry> entries_;
    std::size_t top_ = 0;
    AccumulatorCache cache_;
};

}  // namespace skua::nnue
