// The hidden layer, kept up to date along the search's path: a move changes two to four inputs, so most of the sum
// stays.
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

struct alignas(64) HiddenSums {
    std::array<std::int16_t, Hidden> values;
};

// Adds everything up anew: what the accumulators must always agree with.
HiddenSums sum_up(const Network& network, const Position& position, Color side);

class AccumulatorStack {
public:
    explicit AccumulatorStack(std::shared_ptr<const Network> network);

    void reset();
    void push(const BoardDelta& delta);
    void pop();
    // The sums as this side sees the position, which must be the one reached.
    [[nodiscard]] const HiddenSums& get(const Position& position, Color side);

private:
    // A place on the path. Its sums are made when somebody asks for them.
    struct Step {
        EnumArray<Color, HiddenSums> sums;
        EnumArray<Color, bool> ready;
        EnumArray<Color, bool> turned;  // the king has crossed the middle: this side sees another board
        BoardDelta delta;
    };
    // The last sums seen with the king on this half of the board, and the board they belong to.
    struct Memory {
        HiddenSums sums;
        EnumArray<Piece, Bitboard> pieces;
    };

    void refresh(const Position& position, Color side, HiddenSums& sums);
    void apply(const HiddenSums& before, const BoardDelta& delta, Color side, bool mirrored, HiddenSums& after) const;

    std::shared_ptr<const Network> network_;
    std::vector<Step> steps_;
    std::size_t top_ = 0;
    EnumArray<Color, std::array<Memory, 2>> memories_;
};

}  // namespace skua::nnue
